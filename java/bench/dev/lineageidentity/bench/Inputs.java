package dev.lineageidentity.bench;

import java.util.Random;

/** The texts that benchmarks read: 1,024 different ones of each kind, always the same. */
final class Inputs {
  static final int COUNT = 1024;

  private Inputs() {}

  /** Stops a benchmark whose control does other work than what it is compared with. */
  static void same(Object control, Object ours) {
    if (ours == null || !ours.equals(control)) {
      throw new IllegalStateException("the control answers " + control + ", the library " + ours);
    }
  }

  /** File URIs of the kinds that a pipeline meets, which {@code java.net.URI} can read as well. */
  static String[] uris() {
    var random = new Random(42);
    String[] beginnings = {
      "s3://sales-data/", "s3a://sales-data/", "gs://analytics/", "hdfs://namenode:8020/warehouse/",
      "abfss://raw@lake.dfs.core.windows.net/in/", "sftp://files.example.com:2222/out/", "file:///data/in/"
    };
    String[] uris = new String[COUNT];
    for (int at = 0; at < COUNT; at++) {
      uris[at] =
          beginnings[random.nextInt(beginnings.length)]
              + "region-" + random.nextInt(10)
              + "/2026/" + (1 + random.nextInt(12))
              + "/orders-" + random.nextInt(100_000)
              + ".parquet";
    }
    return uris;
  }

  /** JDBC URLs of the common families. */
  static String[] jdbcUrls() {
    var random = new Random(42);
    String[] beginnings = {
      "jdbc:postgresql://db-%d.example.com:5432/analytics?user=etl",
      "jdbc:postgresql://db-%d.example.com/analytics",
      "jdbc:mysql://shop-%d:3306/shop?useSSL=true",
      "jdbc:sqlserver://erp-%d.example.com:1433;databaseName=erp;encrypt=true",
      "jdbc:oracle:thin:@//ora-%d:1521/ORCL"
    };
    String[] urls = new String[COUNT];
    for (int at = 0; at < COUNT; at++) {
      urls[at] = String.format(beginnings[random.nextInt(beginnings.length)], random.nextInt(50));
    }
    return urls;
  }

  /** Plain table names. */
  static String[] tables() {
    var random = new Random(42);
    String[] tables = new String[COUNT];
    for (int at = 0; at < COUNT; at++) {
      tables[at] = "orders_" + random.nextInt(100_000);
    }
    return tables;
  }
}
