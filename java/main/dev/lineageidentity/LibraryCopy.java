package dev.lineageidentity;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.CRC32C;

/**
 * A private copy of the library, in a folder of its own that only its owner can enter. Nobody else writes there
 * and no copy is used twice, so that a stale, short or foreign file is never loaded.
 *
 * <p>Closing removes it: the system keeps a loaded file's content. Windows refuses that, so there the next start
 * clears what an earlier one left.
 */
final class LibraryCopy implements AutoCloseable {
  private static final String PREFIX = "lineage-identity-";
  private static final int ATTEMPTS = 100;
  private static final Duration STALE = Duration.ofHours(1);

  private final Path folder;
  private final Path file;

  private LibraryCopy(Path folder, Path file) {
    this.folder = folder;
    this.file = file;
  }

  /** Copies a library into a new folder inside {@code parent}, and verifies the copy. */
  static LibraryCopy of(LibraryBundle.Entry entry, Path parent) throws IOException {
    if (Platform.current().isWindows()) {
      clear(parent);
    }
    Path folder = newFolder(parent);
    var copy = new LibraryCopy(folder, folder.resolve(entry.fileName()));
    try {
      copy.write(entry);
    } catch (IOException | RuntimeException failure) {
      copy.close();
      throw failure;
    }
    return copy;
  }

  /**
   * A new folder, for its owner only where the file system knows owners. Making one fails where there is one, so that
   * its name need not be a secret; {@code Files.createTempDirectory} makes it one, for which a cold JVM sets up its
   * security providers.
   */
  private static Path newFolder(Path parent) throws IOException {
    FileAttribute<?>[] ownerOnly = {};
    if (parent.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      ownerOnly =
          new FileAttribute<?>[] {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
          };
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return Files.createDirectory(
            parent.resolve(PREFIX + Long.toString(System.nanoTime(), Character.MAX_RADIX)), ownerOnly);
      } catch (FileAlreadyExistsException taken) {
        if (attempt == ATTEMPTS) {
          throw taken;
        }
      }
    }
  }

  Path file() {
    return file;
  }

  private void write(LibraryBundle.Entry entry) throws IOException {
    var checksum = new CRC32C();
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = entry.open();
        // Every JVM has this class at hand; a channel takes two dozen more.
        OutputStream out = new FileOutputStream(file.toFile())) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        checksum.update(buffer, 0, read);
        out.write(buffer, 0, read);
      }
    }
    if (entry.size() < 0) {
      return;
    }
    if (Files.size(file) != entry.size() || checksum.getValue() != entry.checksum()) {
      throw new IOException("the bundled library does not have its size and checksum; is the jar whole?");
    }
  }

  @Override
  public void close() {
    remove(folder, file);
  }

  private static void remove(Path folder, Path file) {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    } catch (IOException inUse) {
      folder.toFile().deleteOnExit();
      file.toFile().deleteOnExit();
    }
  }

  /** Removes what earlier processes had to leave behind; what is still in use cannot be removed. */
  private static void clear(Path parent) {
    var before = FileTime.from(Instant.now().minus(STALE));
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        if (Files.getLastModifiedTime(folder).compareTo(before) < 0) {
          try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
              Files.deleteIfExists(file);
            }
          }
          Files.deleteIfExists(folder);
        }
      }
    } catch (IOException inUse) {
      // The next start tries again.
    }
  }
}
