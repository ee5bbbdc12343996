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
import org.openjdk.jmh.annotations.Setup;
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

  /** The control must do the same work: it answers the same, and names nothing that wants a closer look. */
  @Setup
  public void check() {
    for (String uri : uris) {
      Inputs.same(JavaScanner.of(uri), LineageFileIdentity.of(uri));
    }
    String[] unsure = {
      "s3://b/a%20b", "s3://b/k?X-Amz-Signature=x", "sftp://u:p@h/a", "sftp://h:0/a", "s3://b/${K}", "http://h/a#b",
      "file://h/a", "file:///C:/a", "s3://b/", " s3://b/k", "S3://b/k", "abfss://c@/a", "hdfs://h:x/a", "gs:///b/k"
    };
    for (String uri : unsure) {
      if (JavaScanner.of(uri) != null) {
        throw new IllegalStateException("the control is too sure of " + uri);
      }
    }
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
