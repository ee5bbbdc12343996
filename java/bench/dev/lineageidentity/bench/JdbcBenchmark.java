package dev.lineageidentity.bench;

import dev.lineageidentity.LineageJdbcIdentity;
import io.openlineage.client.utils.jdbc.JdbcDatasetUtils;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A JDBC URL and a table to their identity. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JdbcBenchmark {
  private final String[] urls = Inputs.jdbcUrls();
  private final Properties properties = new Properties();
  private int next;

  private String url() {
    return urls[next++ & (Inputs.COUNT - 1)];
  }

  /** Nothing is compared that has no answer. */
  @Setup
  public void check() {
    for (String url : urls) {
      if (LineageJdbcIdentity.of(url, "staging.orders") == null
          || JdbcDatasetUtils.getDatasetIdentifier(url, "staging.orders", properties) == null) {
        throw new IllegalStateException("no identity for " + url);
      }
    }
  }

  @Benchmark
  public Object ours() {
    return LineageJdbcIdentity.of(url(), "staging.orders");
  }

  @Benchmark
  public Object openLineage() {
    return JdbcDatasetUtils.getDatasetIdentifier(url(), "staging.orders", properties);
  }
}
