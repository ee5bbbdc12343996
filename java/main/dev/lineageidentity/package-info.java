/**
 * Dataset identity for OpenLineage producers: the pair (namespace, name) of a file or a table.
 *
 * <p>Every rule lives in a native library that the jar brings along; the classes here convert, call and convert
 * back. No method lets an {@link java.lang.Error} escape because of that library: where it cannot be loaded,
 * calls answer null and {@link dev.lineageidentity.NativeLibrary#cause()} says why.
 */
package dev.lineageidentity;
