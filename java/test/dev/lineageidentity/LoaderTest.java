package dev.lineageidentity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the library gets from the jar into a JVM; each case in JVMs of its own. */
class LoaderTest {
  private static final Path JAR = Path.of(System.getProperty("lineage.jar"));
  private static final String SETTINGS =
      "evaluate={\"job_namespace\":\"hop\",\"file_spec_naming\":false}";
  private static final String LIBRARY = System.mapLibraryName("lineage_identity");

  @TempDir Path scratch;
  private Path temporary;

  @BeforeEach
  void emptyTemporaryFolder() throws IOException {
    temporary = Files.createDirectory(scratch.resolve("tmp"));
  }

  @Test
  void loadsFromTheJarAndLeavesNothingBehind() throws Exception {
    var run = use(JAR);
    assertEquals(2, run.count(SETTINGS), run.output);
    assertTrue(run.output.contains("available=true\ncause=null\n"), run.output);
    assertEquals(List.of(), left());
  }

  /** Hop: the jar lies in a plugin's folder, and perhaps in the application's as well. */
  @Test
  void eachClassLoaderHasALibraryOfItsOwn() throws Exception {
    var run = children();
    assertEquals(3, run.count(SETTINGS), run.output);
    assertEquals(3, run.count("own loader=true"), run.output);
    assertEquals(List.of(), left());
  }

  @Test
  void oneFileServesTwoClassLoaders() throws Exception {
    Path file = extracted();
    var run = children("-Ddev.lineageidentity.library=" + file);
    assertEquals(3, run.count(SETTINGS), run.output);
    assertTrue(Files.exists(file));
  }

  @Test
  void manyJvmsStartTogether() throws Exception {
    var processes = new ArrayList<Process>();
    for (int count = 0; count < 16; count++) {
      processes.add(start(List.of("-Xint", "-Xmx64m"), withJar(JAR), LoaderProbe.class));
    }
    for (Process process : processes) {
      var run = finish(process);
      assertEquals(2, run.count(SETTINGS), run.output);
    }
    assertEquals(List.of(), left());
  }

  @Test
  void aStrangersFileIsNeverLoaded() throws Exception {
    byte[] half = Files.readAllBytes(extracted());
    Path folder = Files.createDirectory(temporary.resolve("lineage-identity-1"));
    Files.write(folder.resolve(LIBRARY), Arrays.copyOf(half, half.length / 2));
    Files.write(temporary.resolve(LIBRARY), new byte[half.length]);
    var run = use(JAR);
    assertEquals(2, run.count(SETTINGS), run.output);
  }

  @Test
  void aJarThatIsNotWholeIsRefused() throws Exception {
    Path broken = scratch.resolve("broken.jar");
    copyJar(broken, (name, bytes) -> name.endsWith(LIBRARY) ? Arrays.copyOf(bytes, bytes.length / 2) : bytes);
    assertUnavailable(use(broken), "size and checksum");
    copyJar(
        broken,
        (name, bytes) -> {
          if (name.endsWith(LIBRARY)) {
            bytes[bytes.length / 2] ^= 1;
          }
          return bytes;
        });
    assertUnavailable(use(broken), "size and checksum");
    assertEquals(List.of(), left());
  }

  @Test
  void aPlatformThatIsNotBundledIsNamed() throws Exception {
    var run = use(JAR, "-Dos.arch=riscv64");
    assertUnavailable(run, "linux-riscv64", "bundled are: linux-x86_64");
    assertUnavailable(use(JAR, "-Dos.name=Windows 11", "-Dos.arch=arm"), "windows-arm");
    assertUnavailable(use(JAR, "-Dos.name=Mac OS X", "-Dos.arch=x86_64"), "macos-x86_64");
  }

  @Test
  void theGivenLibraryIsTheOnlyOneTried() throws Exception {
    Path file = extracted();
    assertEquals(2, use(JAR, "-Ddev.lineageidentity.library=" + file).count(SETTINGS));
    assertEquals(2, use(JAR, "-Ddev.lineageidentity.library=" + file.getParent()).count(SETTINGS));
    Path missing = scratch.resolve("missing.so");
    assertUnavailable(use(JAR, "-Ddev.lineageidentity.library=" + missing), "missing.so");
    Path other = Files.writeString(scratch.resolve("other.so"), "no library");
    assertUnavailable(use(JAR, "-Ddev.lineageidentity.library=" + other), "dev.lineageidentity.library");
    assertEquals(List.of(), left());
  }

  @Test
  void theFolderForCopiesCanBeGiven() throws Exception {
    Path folder = Files.createDirectory(scratch.resolve("copies"));
    assertEquals(2, use(JAR, "-Ddev.lineageidentity.tmpdir=" + folder).count(SETTINGS));
    assertUnavailable(use(JAR, "-Ddev.lineageidentity.tmpdir=" + scratch.resolve("nowhere")), "tmpdir");
  }

  @Test
  void withoutAPlaceToWriteTheLibraryPathServes() throws Exception {
    String nowhere = scratch.resolve("nowhere").toString();
    String[] readOnly = {"-Djava.io.tmpdir=" + nowhere, "-Duser.home=" + nowhere};
    assertUnavailable(use(JAR, readOnly), nowhere, "java.library.path");
    var run = use(JAR, readOnly[0], readOnly[1], "-Djava.library.path=" + extracted().getParent());
    assertEquals(2, run.count(SETTINGS), run.output);
    assertFalse(Files.exists(Path.of(nowhere)));
  }

  /** A mount needs root; elsewhere the kernel's own refusal cannot be had. */
  @Test
  void aFolderThatForbidsExecutionIsPassedOver() throws Exception {
    Path mount = Files.createDirectory(scratch.resolve("noexec"));
    boolean mounted = run(List.of("mount", "-t", "tmpfs", "-o", "noexec,size=64m", "tmpfs", mount.toString())) == 0;
    assumeTrue(mounted, "cannot mount here");
    try {
      Path home = Files.createDirectories(scratch.resolve("home/.cache")).getParent();
      String[] noexec = {"-Djava.io.tmpdir=" + mount, "-Duser.home=" + home};
      assertEquals(2, use(JAR, noexec).count(SETTINGS));
      assertUnavailable(use(JAR, noexec[0], "-Duser.home=" + mount), "failed to map segment");
    } finally {
      run(List.of("umount", mount.toString()));
    }
  }

  @Test
  void anotherVersionIsRefused() throws Exception {
    Path other = scratch.resolve("other.jar");
    // As long as the real one, which the class holds as a constant.
    String version = Version.TEXT.replaceAll("[0-9]", "9");
    copyJar(
        other,
        (name, bytes) ->
            name.endsWith("LibraryLoader.class")
                ? new String(bytes, StandardCharsets.ISO_8859_1)
                    .replace(Version.TEXT, version)
                    .getBytes(StandardCharsets.ISO_8859_1)
                : bytes);
    assertUnavailable(use(other), version);
  }

  @Test
  void strictModeThrowsAnException() throws Exception {
    var run = use(JAR, "-Dos.arch=none", "-Ddev.lineageidentity.strict=true");
    for (String call : List.of("of", "all", "resolve", "namespace", "name", "table", "store", "datasets", "evaluate")) {
      assertEquals(2, run.count(call + "=thrown true"), run.output);
    }
  }

  private static void assertUnavailable(Run run, String... texts) {
    assertEquals(0, run.status, run.output);
    assertEquals(2, run.count("available=false"), run.output);
    for (String call : List.of("of=null", "all=null", "namespace=null", "name=null", "same cause=true")) {
      assertTrue(run.output.contains(call + "\n"), run.output);
    }
    assertEquals(2, run.count("evaluate={\"error\":{\"code\":\"library-unavailable\""), run.output);
    assertEquals(6, run.count("Reason[code=library-unavailable"), run.output);
    assertEquals(2, run.count("datasets=[the native library could not be loaded"), run.output);
    assertEquals(1, run.count("No dataset identities"), run.output);
    for (String text : texts) {
      assertEquals(2, run.output.lines().filter(l -> l.startsWith("cause=") && l.contains(text)).count(), run.output);
    }
  }

  private Run use(Path jar, String... options) throws Exception {
    return finish(start(List.of(options), withJar(jar), LoaderProbe.class));
  }

  private Run children(String... options) throws Exception {
    return finish(start(List.of(options), withoutJar(), ChildLoadersProbe.class, JAR.toString()));
  }

  private record Run(int status, String output) {
    long count(String text) {
      return output.split(Pattern.quote(text), -1).length - 1L;
    }
  }

  private Process start(List<String> options, String path, Class<?> main, String... arguments)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + temporary);
    command.addAll(options);
    command.addAll(List.of("-cp", path, main.getName()));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile(scratch, "output", ".txt");
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    outputs.put(process, output);
    return process;
  }

  private final Map<Process, Path> outputs = new HashMap<>();

  private Run finish(Process process) throws Exception {
    assertTrue(process.waitFor(3, TimeUnit.MINUTES), "hangs");
    return new Run(process.exitValue(), Files.readString(outputs.get(process)));
  }

  private static int run(List<String> command) throws Exception {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    } catch (IOException missing) {
      return -1;
    }
  }

  /** The class path of a probe that has the jar on it. */
  private static String withJar(Path jar) throws Exception {
    return jar + File.pathSeparator + classes();
  }

  private static Path classes() throws Exception {
    return Path.of(LoaderProbe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** A class path with the probe alone, so that only child loaders see the jar. */
  private String withoutJar() throws Exception {
    Path folder = Files.createDirectories(scratch.resolve("probe/dev/lineageidentity"));
    try (var files = Files.list(classes().resolve("dev/lineageidentity"))) {
      for (Path file : files.filter(f -> f.getFileName().toString().startsWith("ChildLoadersProbe")).toList()) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    return scratch.resolve("probe").toString();
  }

  private List<String> left() throws IOException {
    try (var files = Files.list(temporary)) {
      return files.map(f -> f.getFileName().toString()).filter(name -> name.startsWith("lineage")).toList();
    }
  }

  /** The library of the jar, as a file. */
  private Path extracted() throws IOException {
    Path file = Files.createDirectories(scratch.resolve("installed")).resolve(LIBRARY);
    try (var jar = new ZipFile(JAR.toFile())) {
      var entry = jar.stream().filter(e -> e.getName().endsWith("/" + LIBRARY)).findFirst().orElseThrow();
      Files.write(file, jar.getInputStream(entry).readAllBytes());
    }
    return file;
  }

  private interface Change {
    byte[] of(String name, byte[] bytes);
  }

  private static void copyJar(Path target, Change change) throws IOException {
    try (var jar = new ZipFile(JAR.toFile());
        var out = new ZipOutputStream(Files.newOutputStream(target))) {
      for (var entry : Collections.list(jar.entries())) {
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(change.of(entry.getName(), jar.getInputStream(entry).readAllBytes()));
      }
    }
  }
}
