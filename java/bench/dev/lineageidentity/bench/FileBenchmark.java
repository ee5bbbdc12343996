package dev.lineageidentity.bench;

import dev.lineageidentity.LineageFileIdentity;
import io.openlineage.client.utils.filesystem.FilesystemDatasetUtils;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** A file URI to its identity. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FileBenchmark {
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
  public Object openLineage() throws URISyntaxException {
    return FilesystemDatasetUtils.fromLocation(new URI(uri()));
  }

  @Benchmark
  public Object control() {
    return JavaScanner.of(uri());
  }

  @Benchmark
  @OperationsPerInvocation(Inputs.COUNT)
  public Object oursBatch() {
    return LineageFileIdentity.ofAll(uris);
  }

  @Benchmark
  @OperationsPerInvocation(Inputs.COUNT)
  public void controlBatch(Blackhole hole) {
    var identities = new LineageFileIdentity.Identity[uris.length];
    for (int at = 0; at < uris.length; at++) {
      identities[at] = JavaScanner.of(uris[at]);
    }
    hole.consume(identities);
  }
}
