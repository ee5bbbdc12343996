package dev.lineageidentity;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** What {@link LoaderTest} runs where the jar is not on the class path: two loaders at once use it. */
public final class ChildLoadersProbe {
  private ChildLoadersProbe() {}

  public static void main(String[] arguments) throws Exception {
    URL[] urls = {Path.of(arguments[0]).toUri().toURL()};
    var parent = ChildLoadersProbe.class.getClassLoader();
    try (var first = new URLClassLoader(urls, parent);
        var second = new URLClassLoader(urls, parent)) {
      for (var loader : new ClassLoader[] {first, second, first}) {
        Class<?> lineage = loader.loadClass("dev.lineageidentity.Lineage");
        Object answer =
            lineage.getMethod("evaluate", String.class).invoke(null, "{\"op\":\"settings\"}");
        System.out.println("evaluate=" + answer);
        System.out.println("own loader=" + (lineage.getClassLoader() == loader));
      }
    }
  }
}
