package dev.lineageidentity.bench;

import dev.lineageidentity.LineageFileIdentity;

/** Asks for one identity: what a JVM takes to start, to load the library, to answer and to end. */
final class First {
  private First() {}

  public static void main(String[] arguments) {
    if (LineageFileIdentity.of("s3://bucket/in/a.csv") == null) {
      System.exit(1);
    }
  }
}
