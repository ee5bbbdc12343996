package dev.lineageidentity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds and loads the native library; {@link NativeLibrary} says in which order. */
final class LibraryLoader {
  private static final String NAME = "lineage_identity";
  private static final String ALREADY_LOADED = "already loaded in another classloader";

  private LibraryLoader() {}

  /** Loads the library. Answers why that failed, or null; never throws. */
  static Throwable load() {
    try {
      String given = System.getProperty("dev.lineageidentity.library", "");
      if (given.isEmpty()) {
        loadBundled();
      } else {
        loadGiven(Path.of(given).toAbsolutePath());
      }
      checkVersion();
      return null;
    } catch (Throwable cause) {
      // Whatever it is: lineage must never break the pipeline. One warning, then silence.
      System.getLogger("dev.lineageidentity")
          .log(System.Logger.Level.WARNING, "No dataset identities: " + cause.getMessage());
      return cause;
    }
  }

  private static void loadGiven(Path given) throws IOException {
    Path file = Files.isDirectory(given) ? given.resolve(System.mapLibraryName(NAME)) : given;
    if (!Files.isRegularFile(file)) {
      throw new IOException("dev.lineageidentity.library names no library: " + file);
    }
    try {
      System.load(file.toString());
    } catch (UnsatisfiedLinkError error) {
      if (!String.valueOf(error.getMessage()).contains(ALREADY_LOADED)) {
        throw unusable("the library that dev.lineageidentity.library names", error);
      }
      loadCopy(new LibraryBundle.Entry(file));
    }
  }

  private static void loadBundled() {
    Exception failure;
    try {
      loadCopy(LibraryBundle.read().entry(Platform.current()));
      return;
    } catch (IOException | RuntimeException cause) {
      failure = cause;
    }
    try {
      System.loadLibrary(NAME);
    } catch (UnsatisfiedLinkError error) {
      var cause = unusable(failure.getMessage() + "; and java.library.path", error);
      cause.addSuppressed(failure);
      throw cause;
    }
  }

  /** Loads a private copy from the first folder that takes one and allows it to be loaded. */
  private static void loadCopy(LibraryBundle.Entry entry) throws IOException {
    var failures = new ArrayList<Throwable>();
    for (Path folder : folders()) {
      try (var copy = LibraryCopy.of(entry, folder)) {
        System.load(copy.file().toString());
        return;
      } catch (IOException | UnsatisfiedLinkError failure) {
        failures.add(failure);
      }
    }
    var failure = new IOException("no private copy of the library could be loaded: " + texts(failures));
    failures.forEach(failure::addSuppressed);
    throw failure;
  }

  /** Where private copies may go. */
  private static List<Path> folders() throws IOException {
    String given = System.getProperty("dev.lineageidentity.tmpdir", "");
    if (!given.isEmpty()) {
      Path folder = Path.of(given).toAbsolutePath();
      if (!Files.isDirectory(folder)) {
        throw new IOException("dev.lineageidentity.tmpdir names no folder: " + folder);
      }
      return List.of(folder);
    }
    return List.of(
        Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath(),
        Path.of(System.getProperty("user.home"), ".cache").toAbsolutePath());
  }

  private static void checkVersion() {
    String version = Native.version();
    if (!Version.TEXT.equals(version)) {
      throw new IllegalStateException(
          "the native library is version " + version + ", the classes are " + Version.TEXT);
    }
  }

  private static IllegalStateException unusable(String what, Throwable cause) {
    return new IllegalStateException(
        what + ": " + cause.getMessage() + " (detected " + Platform.current() + ")", cause);
  }

  private static String texts(List<Throwable> failures) {
    var texts = new StringBuilder();
    for (Throwable failure : failures) {
      texts.append(texts.isEmpty() ? "" : "; ").append(failure);
    }
    return texts.toString();
  }
}
