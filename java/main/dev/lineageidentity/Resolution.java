package dev.lineageidentity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An identity, or the reason why there is none, with what a careful caller wants to know besides.
 *
 * @param identity the identity, or null
 * @param reason why there is no identity, or null
 * @param warnings codes of what to be careful about; never null
 * @param aliases other identities of the same dataset, ready as identifiers of a symlinks facet; empty where they were
 *     not asked for, never null
 */
public record Resolution(
    LineageFileIdentity.Identity identity,
    Reason reason,
    List<String> warnings,
    List<LineageFileIdentity.Identity> aliases) {

  /** Copies the lists. */
  public Resolution {
    warnings = List.copyOf(warnings);
    aliases = List.copyOf(aliases);
  }

  /** A resolution without aliases. */
  public Resolution(LineageFileIdentity.Identity identity, Reason reason, List<String> warnings) {
    this(identity, reason, warnings, List.of());
  }

  /**
   * Why there is no identity.
   *
   * @param code stable and machine-readable: {@code blank-input}, {@code no-host}, …
   * @param message for a reader; repeats nothing of the input
   */
  public record Reason(String code, String message) {}

  /** Whether there is an identity. */
  public boolean isFound() {
    return identity != null;
  }

  /** From what a native answers. */
  static Resolution of(String[] parts) {
    if (parts == null) {
      return none("panic", "the library failed inside; please report it");
    }
    var identity =
        parts[0] == null ? null : new LineageFileIdentity.Identity(parts[0], parts[1]);
    var reason = parts[2] == null ? null : new Reason(parts[2], parts[3]);
    List<String> rest = Arrays.asList(parts).subList(4, parts.length);
    int end = rest.indexOf(null);
    if (end < 0) {
      return new Resolution(identity, reason, rest);
    }
    var aliases = new ArrayList<LineageFileIdentity.Identity>();
    for (int at = end + 1; at < rest.size(); at += 2) {
      aliases.add(new LineageFileIdentity.Identity(rest.get(at), rest.get(at + 1)));
    }
    return new Resolution(identity, reason, rest.subList(0, end), aliases);
  }

  /** For null where a call needs an object. */
  static Resolution missingArgument() {
    return none("null-argument", "a required argument is missing");
  }

  /** For a library that cannot be loaded; in strict mode an exception. */
  static Resolution unavailable() {
    NativeLibrary.refuse();
    return none(NativeLibrary.UNAVAILABLE_CODE, NativeLibrary.UNAVAILABLE_MESSAGE);
  }

  private static Resolution none(String code, String message) {
    return new Resolution(null, new Reason(code, message), List.of());
  }
}
