package dev.lineageidentity;

import java.util.Map;

/** What {@link LoaderTest} runs in JVMs of its own: prints what a program sees of the library. */
public final class LoaderProbe {
  private LoaderProbe() {}

  /** Calls everything twice: neither call may throw an error, and both say the same. */
  public static void main(String[] arguments) {
    for (int round = 1; round <= 2; round++) {
      System.out.println("available=" + NativeLibrary.isAvailable());
      System.out.println("cause=" + NativeLibrary.cause());
      System.out.println("of=" + call(() -> LineageFileIdentity.of("file:///a")));
      System.out.println("all=" + call(() -> LineageFileIdentity.ofAll(new String[] {"file:///a"})[0]));
      System.out.println("resolve=" + call(() -> LineageFileIdentity.resolve("file:///a", FileOptions.DEFAULT)));
      System.out.println("namespace=" + call(() -> LineageRelationalIdentity.namespace("MYSQL", "h", null)));
      System.out.println("name=" + call(() -> LineageRelationalIdentity.datasetName(new RelationalTable("d", "s", "t"))));
      System.out.println(
          "table=" + call(() -> LineageRelationalIdentity.resolve(
              RelationalConnection.of("MYSQL").withHost("h"), new RelationalTable(null, null, "t"))));
      System.out.println("store=" + call(() -> LineageStore.resolve("s3", Map.of("bucket", "b", "object key", "k"))));
      System.out.println("datasets=" + call(() -> SqlDatasets.of("{}").notes()));
      System.out.println("evaluate=" + call(() -> Lineage.evaluate("{\"op\":\"settings\"}")));
    }
    System.out.println("same cause=" + (NativeLibrary.cause() == NativeLibrary.cause()));
  }

  private interface Call {
    Object call();
  }

  private static Object call(Call call) {
    try {
      return call.call();
    } catch (LineageUnavailableException thrown) {
      return "thrown " + (thrown.getCause() == NativeLibrary.cause());
    }
  }
}
