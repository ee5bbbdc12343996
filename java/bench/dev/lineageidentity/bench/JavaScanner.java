package dev.lineageidentity.bench;

import dev.lineageidentity.LineageFileIdentity.Identity;

/**
 * A careful hand-written reader of the plain cases in Java alone: the honest control for the crossing. It knows
 * the common schemes, drops user info and empty authorities, refuses blank text and variables, and gives up on
 * escapes, which the benchmark's texts do not have.
 */
final class JavaScanner {
  private JavaScanner() {}

  static Identity of(String uri) {
    if (uri == null) {
      return null;
    }
    int begin = 0;
    int end = uri.length();
    while (begin < end && uri.charAt(begin) <= ' ') {
      begin++;
    }
    while (end > begin && uri.charAt(end - 1) <= ' ') {
      end--;
    }
    int colon = uri.indexOf(':', begin);
    if (colon <= begin || colon + 1 >= end || uri.charAt(colon + 1) != '/') {
      return null;
    }
    int variable = -1;
    int percent = -1;
    int slash = -1;
    int at = -1;
    int host = uri.startsWith("//", colon + 1) ? colon + 3 : colon + 1;
    for (int i = host; i < end; i++) {
      char c = uri.charAt(i);
      if (c == '/' && slash < 0) {
        slash = i;
      } else if (c == '@' && slash < 0) {
        at = i;
      } else if (c == '%') {
        percent = i;
      } else if (c == '{' && uri.charAt(i - 1) == '$') {
        variable = i;
      }
    }
    if (percent >= 0 || variable >= 0) {
      return null;
    }
    if (slash < 0) {
      slash = end;
    }
    return named(uri, begin, colon, host, at, slash, end);
  }

  private static Identity named(
      String uri, int begin, int colon, int host, int at, int slash, int end) {
    int length = colon - begin;
    if (is(uri, begin, length, "file")) {
      return new Identity("file", uri.substring(slash, end));
    }
    if (is(uri, begin, length, "s3") || is(uri, begin, length, "gs")) {
      return bucket(uri, begin, host, slash, end, null);
    }
    if (is(uri, begin, length, "s3a") || is(uri, begin, length, "s3n")) {
      return bucket(uri, begin, host, slash, end, "s3://");
    }
    String path = slash < end ? uri.substring(slash, end) : "/";
    if (is(uri, begin, length, "abfss") || is(uri, begin, length, "wasbs") || at < 0) {
      return new Identity(uri.substring(begin, slash), path);
    }
    return new Identity(
        uri.substring(begin, host).concat(uri.substring(at + 1, slash)), path);
  }

  private static Identity bucket(
      String uri, int begin, int host, int slash, int end, String scheme) {
    if (slash == host) {
      host = slash + 1;
      slash = uri.indexOf('/', host);
      if (slash < 0 || slash > end) {
        slash = end;
      }
      scheme = scheme == null ? "s3://" : scheme;
    }
    String namespace =
        scheme == null ? uri.substring(begin, slash) : scheme.concat(uri.substring(host, slash));
    return new Identity(namespace, slash + 1 < end ? uri.substring(slash + 1, end) : "/");
  }

  private static boolean is(String uri, int begin, int length, String scheme) {
    return length == scheme.length() && uri.regionMatches(true, begin, scheme, 0, length);
  }
}
