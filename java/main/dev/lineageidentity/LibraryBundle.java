package dev.lineageidentity;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Properties;

/**
 * The libraries that the jar carries, by its index: for each platform {@code linux-x86_64=file size crc32c}.
 * Resources are those of this class's own loader.
 */
final class LibraryBundle {
  private static final String FOLDER = "/dev/lineageidentity/native/";

  private final Properties index;

  private LibraryBundle(Properties index) {
    this.index = index;
  }

  /** A library, its size and its checksum; both −1 where nothing is known to compare with. */
  record Entry(String resource, Path path, String fileName, long size, long checksum) {
    /** A library that lies on disk. */
    Entry(Path path) {
      this(null, path, path.getFileName().toString(), -1, -1);
    }

    InputStream open() throws IOException {
      InputStream in =
          path != null
              ? Files.newInputStream(path)
              : LibraryBundle.class.getResourceAsStream(resource);
      if (in == null) {
        throw new IOException("the jar's index names a library that the jar lacks: " + resource);
      }
      return in;
    }
  }

  static LibraryBundle read() throws IOException {
    var index = new Properties();
    try (InputStream in = LibraryBundle.class.getResourceAsStream(FOLDER + "index.properties")) {
      if (in == null) {
        throw new IOException("the jar lacks " + FOLDER + "index.properties");
      }
      index.load(in);
    }
    return new LibraryBundle(index);
  }

  /** The library for a platform. */
  Entry entry(Platform platform) throws IOException {
    String line = index.getProperty(platform.toString());
    if (line == null) {
      throw new IOException(
          "there is no bundled library for " + platform + "; bundled are: " + platforms());
    }
    String[] parts = line.split(" ");
    return new Entry(
        FOLDER + platform + "/" + parts[0],
        null,
        parts[0],
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2], 16));
  }

  private String platforms() {
    var names = new ArrayList<>(index.stringPropertyNames());
    Collections.sort(names);
    return names.isEmpty() ? "none" : String.join(", ", names);
  }
}
