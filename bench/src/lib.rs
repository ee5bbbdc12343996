//! The inputs that all benchmarks share: the same as those of `java/bench`.

/// Locations as Hop's sink and Spark hand them over.
pub const URIS: &[&str] = &[
    "file:///data/warehouse/2026/11/30/customers.csv",
    "s3a://analytics-lake/raw/orders/part-00000-1c2d.snappy.parquet",
    "s3:///analytics-lake/raw/orders/part-00000-1c2d.snappy.parquet",
    "gs://bucket/dir/object.json",
    "hdfs://namenode.example.com:8020/user/hive/warehouse/orders/part-00000",
    "abfss://raw@account.dfs.core.windows.net/2026/orders.parquet",
    "sftp://user:pw@files.example.com:2222/in/orders.csv",
    "https://data.example.com/exports/orders.csv",
];

/// JDBC URLs of the usual kinds.
pub const JDBC_URLS: &[&str] = &[
    "jdbc:postgresql://pg.example.com:5432/shop?user=etl&ssl=true",
    "jdbc:mysql://db.example.com/shop?useSSL=false",
    "jdbc:sqlserver://sql01.example.com:1433;databaseName=Ledger;encrypt=true",
    "jdbc:oracle:thin:@//ora.example.com:1521/ORCLPDB1",
];

/// Requests as a batch has them: one a line.
pub fn requests() -> Vec<String> {
    let quote = |text: &str| serde_json::Value::from(text).to_string();
    let files = URIS
        .iter()
        .map(|uri| format!(r#"{{"op":"file","uri":{}}}"#, quote(uri)));
    let tables = ["orders", "customers"].map(|table| {
        format!(r#"{{"op":"relational","type":"POSTGRESQL","host":"DB","database":"analytics","schema":"staging","table":{}}}"#, quote(table))
    });
    files.chain(tables).collect()
}
