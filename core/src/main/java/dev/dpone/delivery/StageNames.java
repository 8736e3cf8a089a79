package dev.dpone.delivery;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.spi.DeliveryId;
import java.util.Map;

/**
 * Names of staging tables: 40 characters, unique per attempt of any delivery since the fence's epoch is in them.
 */
final class StageNames {
    /** What every spool folder's name begins with. */
    static final String SPOOL = "spool-";

    private StageNames() {}

    static String stage(DeliveryId id, int ordinal, int attempt) {
        return "dpone_s_" + hash(id.operationKey(), id.fenceEpoch(), ordinal, attempt);
    }

    static String prepared(DeliveryId id) {
        return "dpone_p_" + hash(id.operationKey(), id.fenceEpoch(), -1, 0);
    }

    static String spool(String operationKey, long fenceEpoch) {
        return SPOOL + hash(operationKey, fenceEpoch, -2, 0);
    }

    private static String hash(String operationKey, long fenceEpoch, int ordinal, int attempt) {
        return CanonicalJson.fingerprint(Map.of(
                        "operation_key",
                        operationKey,
                        "fence_epoch",
                        fenceEpoch,
                        "ordinal",
                        ordinal,
                        "attempt",
                        attempt))
                .substring(0, 32);
    }
}
