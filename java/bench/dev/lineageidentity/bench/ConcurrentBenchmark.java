package dev.lineageidentity.bench;

import dev.lineageidentity.LineageFileIdentity;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/** A file URI to its identity on all processors at once, in nanoseconds a call of each thread. */
@State(Scope.Thread)
@Threads(Threads.MAX)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ConcurrentBenchmark {
  private final String[] uris = Inputs.uris();
  private int next;

  private String uri() {
    return uris[next++ & (Inputs.COUNT - 1)];
  }

  @Benchmark
  public Object ours() {
    return LineageFileIdentity.of(uri());
  }

  @Benchmark
  public Object javaNetUri() throws URISyntaxException {
    return new URI(uri());
  }

  @Benchmark
  public Object control() {
    return JavaScanner.of(uri());
  }
}
