package dev.dpone.limits;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The resource limits of one delivery (manifest key {@code native_chunks}, and {@code chunking.parallelism}).
 * A value outside its range cannot be constructed: the constructor throws {@link ErrorCode#LIMIT_INVALID}.
 *
 * @param maxTotalEncodedBytes cumulative bytes of sealed rows for the whole delivery
 * @param stageAllocatedBytesStopThreshold bytes dpone's own stage tables may occupy in the target database
 * @param maxRows rows of one frame
 * @param maxBytes encoded bytes of one frame
 * @param maxRowBytes encoded bytes of one row, at most {@code maxBytes}
 * @param maxPending retained frames beyond the workers of the wider stage
 * @param maxStagingTables stage tables plus the prepared table
 * @param parallelism workers of each stage that has no count of its own
 * @param encodingParallelism workers of the encoding stage, or empty to take {@code parallelism}
 * @param importParallelism workers of the import stage, or empty to take {@code parallelism}
 */
public record NativeChunkLimits(
        long maxTotalEncodedBytes,
        long stageAllocatedBytesStopThreshold,
        long maxRows,
        long maxBytes,
        long maxRowBytes,
        int maxPending,
        long maxStagingTables,
        int parallelism,
        OptionalInt encodingParallelism,
        OptionalInt importParallelism) {

    public static final long DEFAULT_BUDGET = 1L << 40;

    public NativeChunkLimits {
        Limit.MAX_TOTAL_ENCODED_BYTES.check(maxTotalEncodedBytes);
        Limit.STAGE_ALLOCATED_BYTES_STOP_THRESHOLD.check(stageAllocatedBytesStopThreshold);
        Limit.MAX_ROWS.check(maxRows);
        Limit.MAX_BYTES.check(maxBytes);
        Limit.MAX_ROW_BYTES.check(maxRowBytes);
        Limit.MAX_PENDING.check(maxPending);
        Limit.MAX_STAGING_TABLES.check(maxStagingTables);
        Limit.PARALLELISM.check(parallelism);
        encodingParallelism.ifPresent(Limit.ENCODING_PARALLELISM::check);
        importParallelism.ifPresent(Limit.IMPORT_PARALLELISM::check);
        if (maxRowBytes > maxBytes) {
            throw new DponeException(
                    ErrorCode.LIMIT_INVALID,
                    "max_row_bytes must be at most max_bytes (" + maxBytes + "), but was " + maxRowBytes,
                    "Lower max_row_bytes or raise max_bytes.");
        }
    }

    /** The limits of a manifest that sets none. */
    public static NativeChunkLimits defaults() {
        return new NativeChunkLimits(
                DEFAULT_BUDGET,
                DEFAULT_BUDGET,
                Limit.MAX_ROWS.defaultValue(),
                Limit.MAX_BYTES.defaultValue(),
                Limit.MAX_ROW_BYTES.defaultValue(),
                (int) Limit.MAX_PENDING.defaultValue(),
                Limit.MAX_STAGING_TABLES.defaultValue(),
                (int) Limit.PARALLELISM.defaultValue(),
                OptionalInt.empty(),
                OptionalInt.empty());
    }

    /** E: workers of the encoding stage. */
    public int encoders() {
        return encodingParallelism.orElse(parallelism);
    }

    /** I: workers of the import stage. */
    public int importers() {
        return importParallelism.orElse(parallelism);
    }

    /** C: frames retained between admission and their accepted receipt, over both stages together. */
    public int retainedWorkCapacity() {
        return Math.max(encoders(), importers()) + maxPending;
    }

    /** Bytes of sealed files the spool must have room for: one frame beyond the retained ones. */
    public long spoolReservation() {
        return Math.multiplyExact(retainedWorkCapacity() + 1L, maxBytes);
    }

    /** Whether the two stages resolve to counts that the single one does not tell. */
    public boolean extended() {
        return encoders() != parallelism || importers() != parallelism;
    }

    /** The version of documents that carry the record: 1 for eight fields, 2 for ten. */
    public int recordVersion() {
        return extended() ? 2 : 1;
    }

    /** Lower-case hex SHA-256 of the record's canonical JSON: what two runs of one configuration have in common. */
    public String configurationHash() {
        return CanonicalJson.fingerprint(record());
    }

    /**
     * The durable policy: eight fields, or ten when {@link #extended()}, in this order. Recovery requires it identical.
     */
    public Map<String, Long> record() {
        Map<String, Long> fields = new LinkedHashMap<>();
        fields.put(Limit.MAX_TOTAL_ENCODED_BYTES.key(), maxTotalEncodedBytes);
        fields.put(Limit.STAGE_ALLOCATED_BYTES_STOP_THRESHOLD.key(), stageAllocatedBytesStopThreshold);
        fields.put(Limit.MAX_ROWS.key(), maxRows);
        fields.put(Limit.MAX_BYTES.key(), maxBytes);
        fields.put(Limit.MAX_ROW_BYTES.key(), maxRowBytes);
        fields.put(Limit.MAX_PENDING.key(), (long) maxPending);
        fields.put(Limit.MAX_STAGING_TABLES.key(), maxStagingTables);
        fields.put(Limit.PARALLELISM.key(), (long) parallelism);
        if (extended()) {
            fields.put(Limit.ENCODING_PARALLELISM.key(), (long) encoders());
            fields.put(Limit.IMPORT_PARALLELISM.key(), (long) importers());
        }
        return Collections.unmodifiableMap(fields);
    }
}
