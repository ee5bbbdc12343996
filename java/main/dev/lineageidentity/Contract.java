package dev.lineageidentity;

/** A version of the identity contract. */
public enum Contract {
  /** What Hop documents and emits. The default. */
  V3(3),
  /** Opt-in: closes the gaps that version 3 admits. */
  V4(4);

  private final int number;

  Contract(int number) {
    this.number = number;
  }

  /** The number of this version, as requests write it. */
  public int number() {
    return number;
  }
}
