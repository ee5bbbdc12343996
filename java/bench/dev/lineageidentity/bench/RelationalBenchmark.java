package dev.lineageidentity.bench;

import dev.lineageidentity.LineageRelationalIdentity;
import dev.lineageidentity.RelationalConnection;
import dev.lineageidentity.RelationalTable;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A table on a connection to its identity. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RelationalBenchmark {
  private final RelationalConnection connection =
      RelationalConnection.of("POSTGRESQL").withHost("DB").withDatabase("analytics");
  private final RelationalTable[] tables =
      Arrays.stream(Inputs.tables())
          .map(name -> new RelationalTable(null, "staging", name))
          .toArray(RelationalTable[]::new);
  private int next;

  private RelationalTable table() {
    return tables[next++ & (Inputs.COUNT - 1)];
  }

  /** The control must do the same work: it answers the same. */
  @Setup
  public void check() {
    for (RelationalTable table : tables) {
      Inputs.same(
          RelationalControl.of("postgres://db:5432", "analytics", table),
          connection.identify(table));
    }
  }

  @Benchmark
  public Object ours() {
    return connection.identify(table());
  }

  @Benchmark
  @OperationsPerInvocation(Inputs.COUNT)
  public Object oursBatch() {
    return connection.identifyAll(tables);
  }

  /** The same with a crossing, as for names that are not plain. */
  @Benchmark
  public Object oursCrossing() {
    return LineageRelationalIdentity.resolve(connection, table());
  }

  @Benchmark
  public Object control() {
    return RelationalControl.of("postgres://db:5432", "analytics", table());
  }
}
