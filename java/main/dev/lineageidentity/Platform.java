package dev.lineageidentity;

import java.util.Locale;

/** Operating system and processor, as the folders of bundled libraries are named: {@code linux-x86_64}. */
record Platform(String os, String arch) {
  static Platform current() {
    return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
  }

  /** What is not known keeps its own name, so that nothing is taken for something else. */
  static Platform of(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    if (os.startsWith("windows")) {
      os = "windows";
    } else if (os.startsWith("mac") || os.equals("darwin")) {
      os = "macos";
    }
    String arch =
        switch (osArch.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64", "x64" -> "x86_64";
          case "aarch64", "arm64" -> "aarch64";
          default -> osArch.toLowerCase(Locale.ROOT);
        };
    return new Platform(os, arch);
  }

  boolean isWindows() {
    return os.equals("windows");
  }

  @Override
  public String toString() {
    return os + "-" + arch;
  }
}
