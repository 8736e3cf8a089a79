package dev.dpone.spi;

/**
 * Who delivers.
 *
 * @param runId 1 to 128 of {@code [A-Za-z0-9_.:+-]}
 * @param pipeline the manifest's pipeline, {@code schema.table}
 * @param targetIdentity hex fingerprint of engine, server, database, schema and table
 * @param operationKey hex fingerprint that a commit receipt is unique by
 * @param planFingerprint hex fingerprint of query, columns, strategy and policies
 * @param fenceEpoch the target fence's value that this delivery opened
 */
public record DeliveryId(
        String runId,
        String pipeline,
        String targetIdentity,
        String operationKey,
        String planFingerprint,
        long fenceEpoch) {

    /** The same delivery as opened at another time. */
    public DeliveryId withEpoch(long epoch) {
        return new DeliveryId(runId, pipeline, targetIdentity, operationKey, planFingerprint, epoch);
    }
}
