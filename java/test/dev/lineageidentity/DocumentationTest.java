package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/java.md compile, run and print what the text after them says. */
class DocumentationTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n(.*?)```\n+```text\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void examplesPrintWhatTheySay() throws Exception {
    String text = Files.readString(Path.of(System.getProperty("lineage.docs"), "java.md"));
    var examples = EXAMPLE.matcher(text);
    int count = 0;
    while (examples.find()) {
      count++;
      assertEquals(examples.group(2), run("Example" + count, examples.group(1)));
    }
    assertEquals(text.split("```java\n", -1).length - 1, count);
    assertTrue(count > 0);
  }

  private String run(String name, String body) throws Exception {
    Path source = folder.resolve(name + ".java");
    Files.writeString(
        source,
        "import dev.lineageidentity.*; public class " + name + " { public static void main(String[] a) {\n"
            + body + "} }");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", System.getProperty("java.class.path"), source.toString());
    assertEquals(0, status, body);
    var out = new ByteArrayOutputStream();
    var before = System.out;
    try (var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
      loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
