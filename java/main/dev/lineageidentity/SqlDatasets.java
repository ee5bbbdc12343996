package dev.lineageidentity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The datasets that a Hamilton node read and wrote, from its SQL metadata.
 *
 * <p>The conversion never fails its caller: whatever cannot be used is a note.
 *
 * @param inputs the datasets that were read, sorted; never null
 * @param outputs the datasets that were written, sorted; never null
 * @param notes why anything was left out; never null
 * @param jobFacets the facets of the job, as JSON: {@code {"sql":{"query":"…"}}}
 * @param toJson all of it as JSON: {@code {"inputs","outputs","notes","job_facets"}}
 */
public record SqlDatasets(
    List<Dataset> inputs,
    List<Dataset> outputs,
    List<String> notes,
    String jobFacets,
    String toJson) {

  /**
   * A dataset.
   *
   * @param namespace where it lives
   * @param name what it is called there; null for a query in legacy naming
   * @param facets what is known of it, as JSON: {@code {"dataSource":{"name":"…","uri":"…"}}}
   */
  public record Dataset(String namespace, String name, String facets) {}

  /** Copies the lists. */
  public SqlDatasets {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    notes = List.copyOf(notes);
  }

  /**
   * The datasets, named after the datasource: rows of PostgreSQL and SQLite.
   *
   * @param metadataJson what the node returned: an object with {@code sql_metadata}; null is a note
   * @return never null; where the native library cannot be loaded, no datasets and a note that says so
   * @throws LineageUnavailableException in strict mode, where the native library cannot be loaded
   */
  public static SqlDatasets of(String metadataJson) {
    return of(metadataJson, false, false, null);
  }

  /** The same, and other dialects by contract 4. */
  public static SqlDatasets ofAllDialects(String metadataJson) {
    return of(metadataJson, true, false, null);
  }

  /** The datasets as they were named before: in this job namespace, by the bare table name. */
  public static SqlDatasets ofLegacy(String metadataJson, String jobNamespace) {
    return of(metadataJson, false, true, jobNamespace);
  }

  private static SqlDatasets of(
      String metadataJson, boolean allDialects, boolean legacy, String jobNamespace) {
    if (!NativeLibrary.isAvailable()) {
      NativeLibrary.refuse();
      return none(NativeLibrary.UNAVAILABLE_MESSAGE);
    }
    String[] parts = Native.sqlDatasets(metadataJson, allDialects, legacy, jobNamespace);
    if (parts == null) {
      return none("the library failed inside; please report it");
    }
    var datasets = new ArrayList<Dataset>();
    int inputs = Integer.parseInt(parts[2]);
    int end = 4 + 3 * (inputs + Integer.parseInt(parts[3]));
    for (int at = 4; at < end; at += 3) {
      datasets.add(new Dataset(parts[at], parts[at + 1], parts[at + 2]));
    }
    return new SqlDatasets(
        datasets.subList(0, inputs),
        datasets.subList(inputs, datasets.size()),
        Arrays.asList(parts).subList(end, parts.length),
        parts[1],
        parts[0]);
  }

  /** Nothing but a note of ours, which needs no escapes. */
  private static SqlDatasets none(String note) {
    String json =
        "{\"inputs\":[],\"outputs\":[],\"notes\":[\"" + note + "\"],\"job_facets\":{}}";
    return new SqlDatasets(List.of(), List.of(), List.of(note), "{}", json);
  }
}
