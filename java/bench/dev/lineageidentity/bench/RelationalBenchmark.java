package dev.lineageidentity.bench;

import dev.lineageidentity.LineageFileIdentity.Identity;
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

  /** What Hop's helper does for each table: trims, checks and joins the same parts. */
  @Benchmark
  public Object control() {
    RelationalTable table = table();
    var name = new StringBuilder();
    for (String part : new String[] {"analytics", table.schema(), table.table()}) {
      String trimmed = part == null ? "" : part.trim();
      if (!trimmed.isEmpty()) {
        if (name.length() > 0) {
          name.append('.');
        }
        name.append(trimmed);
      }
    }
    return new Identity("postgres://db:5432", name.toString());
  }
}
