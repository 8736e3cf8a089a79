package dev.dpone.delivery;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.spi.DeliveryId;
import java.util.Map;

/**
 * Names of staging tables: 40 characters, unique per attempt of any delivery since the fence's epoch is in them.
 */
final class StageNames {
    private StageNames() {}

    static String stage(DeliveryId id, int ordinal, int attempt) {
        return "dpone_s_" + hash(id, ordinal, attempt);
    }

    static String prepared(DeliveryId id) {
        return "dpone_p_" + hash(id, -1, 0);
    }

    static String spool(DeliveryId id) {
        return "spool-" + hash(id, -2, 0);
    }

    private static String hash(DeliveryId id, int ordinal, int attempt) {
        return CanonicalJson.fingerprint(Map.of(
                        "operation_key",
                        id.operationKey(),
                        "fence_epoch",
                        id.fenceEpoch(),
                        "ordinal",
                        ordinal,
                        "attempt",
                        attempt))
                .substring(0, 32);
    }
}
