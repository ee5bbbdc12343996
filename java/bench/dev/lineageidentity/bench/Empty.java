package dev.lineageidentity.bench;

/** Does nothing: what a JVM takes to start and end. */
final class Empty {
  private Empty() {}

  public static void main(String[] arguments) {}
}
