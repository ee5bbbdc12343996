package dev.lineageidentity.bench;

import dev.lineageidentity.LineageFileIdentity.Identity;

/**
 * What a careful engineer would write by hand in Java for the plain cases, the control for the crossing: every
 * character is looked at once, and whatever may need decoding, cutting or redacting is not named here (null),
 * since no plain reading is sure of it.
 */
final class JavaScanner {
  /** The characters that call for a closer look: blanks, controls, escapes, queries, fragments, variables. */
  private static final boolean[] SPECIAL = new boolean[128];

  static {
    for (int c = 0; c <= ' '; c++) {
      SPECIAL[c] = true;
    }
    for (char c : "%?#$;\\\u007f".toCharArray()) {
      SPECIAL[c] = true;
    }
  }

  private JavaScanner() {}

  static Identity of(String uri) {
    if (uri == null) {
      return null;
    }
    int colon = uri.indexOf(':');
    if (colon <= 1 || !uri.startsWith("//", colon + 1)) {
      return null;
    }
    int host = colon + 3;
    int end = uri.length();
    int slash = -1;
    int at = -1;
    int port = -1;
    for (int i = host; i < end; i++) {
      char c = uri.charAt(i);
      if (c >= 128 || SPECIAL[c]) {
        return null;
      }
      if (slash < 0) {
        if (c == '/') {
          slash = i;
        } else if (c == '@') {
          if (at >= 0) {
            return null;
          }
          at = i;
        } else if (c == ':') {
          if (port >= 0) {
            return null;
          }
          port = i;
        } else if (!isPartOfHost(c)) {
          return null;
        }
      }
    }
    return slash < 0 ? null : named(uri, colon, host, at, port, slash);
  }

  private static Identity named(String uri, int colon, int host, int at, int port, int slash) {
    if (is(uri, colon, "file")) {
      // A host, or a drive letter, is not as plain as it looks.
      boolean drive = uri.length() > slash + 2 && uri.charAt(slash + 2) == ':';
      return slash > host || drive ? null : new Identity("file", uri.substring(slash));
    }
    if (is(uri, colon, "s3") || is(uri, colon, "gs")) {
      return bucket(uri, at, port, host, slash, uri.substring(0, colon + 3));
    }
    if (is(uri, colon, "s3a") || is(uri, colon, "s3n")) {
      return bucket(uri, at, port, host, slash, "s3://");
    }
    if (slash == host || !hasSoundPort(uri, host, port, slash)) {
      return null;
    }
    if (is(uri, colon, "abfss") || is(uri, colon, "wasbs")) {
      // Container and account, neither of them empty.
      boolean whole = at > host && at + 1 < slash && port < 0;
      return whole ? new Identity(uri.substring(0, slash), uri.substring(slash)) : null;
    }
    boolean known = is(uri, colon, "hdfs") || is(uri, colon, "sftp") || is(uri, colon, "ftp");
    // Credentials are left to a closer look: no part of them may get out.
    return known && at < 0
        ? new Identity(uri.substring(0, slash), uri.substring(slash))
        : null;
  }

  private static Identity bucket(String uri, int at, int port, int host, int slash, String scheme) {
    if (at >= 0 || port >= 0 || slash == host || slash + 1 == uri.length()) {
      return null;
    }
    return new Identity(scheme.concat(uri.substring(host, slash)), uri.substring(slash + 1));
  }

  /** No port, or digits behind a host that do not begin with 0. */
  private static boolean hasSoundPort(String uri, int host, int port, int slash) {
    if (port < 0) {
      return true;
    }
    if (port == host || port + 1 == slash || uri.charAt(port + 1) == '0') {
      return false;
    }
    for (int i = port + 1; i < slash; i++) {
      if (uri.charAt(i) < '0' || uri.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static boolean isPartOfHost(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '-'
        || c == '_';
  }

  /** Schemes in other letter case are left to a closer look. */
  private static boolean is(String uri, int colon, String scheme) {
    return colon == scheme.length() && uri.startsWith(scheme);
  }
}
