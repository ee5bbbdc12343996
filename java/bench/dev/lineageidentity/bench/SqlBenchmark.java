package dev.lineageidentity.bench;

import dev.lineageidentity.Lineage;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A statement to the tables that it reads and writes, through the structured door. Java has no peer for it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SqlBenchmark {
  private static final String STATEMENT =
      "INSERT INTO mart.daily_sales (day, region, amount) SELECT o.day, r.name, SUM(o.amount)"
          + " FROM staging.orders o JOIN staging.regions r ON r.id = o.region_id"
          + " WHERE o.day >= '2026-01-01' GROUP BY o.day, r.name";

  private final String postgres = request("postgres");
  private final String mysql = request("mysql");

  private static String request(String dialect) {
    return "{\"op\":\"sql\",\"dialect\":\"" + dialect + "\",\"sql\":\"" + STATEMENT + "\"}";
  }

  @Setup
  public void check() {
    for (String request : new String[] {postgres, mysql}) {
      String answer = Lineage.evaluate(request);
      if (!answer.contains("daily_sales") || !answer.contains("\"errors\":[]")) {
        throw new IllegalStateException(answer);
      }
    }
  }

  @Benchmark
  public Object postgres() {
    return Lineage.evaluate(postgres);
  }

  @Benchmark
  public Object mysql() {
    return Lineage.evaluate(mysql);
  }
}
