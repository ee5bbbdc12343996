package dev.lineageidentity;

import dev.lineageidentity.LineageFileIdentity.Identity;
import java.util.Map;

/**
 * The OpenLineage identity of datasets in any store of the naming specification (Kafka, AWS Glue, Azure Cosmos DB,
 * Pub/Sub, Unity Catalog, …), by the parts that it writes in braces.
 *
 * <p>All methods are static, stateless and safe for any thread; none does input or output.
 */
public final class LineageStore {
  private LineageStore() {}

  /**
   * The identity of a dataset.
   *
   * @param store as the specification calls it, in any letter case: {@code kafka}, {@code AWS Glue}
   * @param parts {@code host}, {@code port}, {@code topic}; one whose value is null is left out
   * @return the identity, or null where there is none or the native library cannot be loaded; {@link
   *     #resolve} tells the reason
   */
  public static Identity identity(String store, Map<String, String> parts) {
    return resolve(store, parts).identity();
  }

  /**
   * The identity of a dataset, or the reason why there is none.
   *
   * @return never null
   * @throws LineageUnavailableException in strict mode, where the native library cannot be loaded
   */
  public static Resolution resolve(String store, Map<String, String> parts) {
    if (!NativeLibrary.isAvailable()) {
      return Resolution.unavailable();
    }
    return store == null || parts == null
        ? Resolution.missingArgument()
        : Resolution.of(Native.resolveStore(store, Native.pairs(parts)));
  }
}
