package dev.dpone.limits;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Locale;

/** Each limit's manifest key, default and range: the one table that manifest reader, JSON Schema, plan and help share. */
public enum Limit {
    MAX_TOTAL_ENCODED_BYTES(1, Long.MAX_VALUE, NativeChunkLimits.DEFAULT_BUDGET),
    STAGE_ALLOCATED_BYTES_STOP_THRESHOLD(1, Long.MAX_VALUE, NativeChunkLimits.DEFAULT_BUDGET),
    MAX_ROWS(1, 1_000_000, 65_536),
    MAX_BYTES(1, 1L << 30, 16L << 20),
    MAX_ROW_BYTES(1, 1L << 30, 1L << 20),
    MAX_PENDING(1, 64, 2),
    MAX_STAGING_TABLES(1, Integer.MAX_VALUE, 1_024),
    PARALLELISM(1, 64, 1),
    ENCODING_PARALLELISM(1, 64, 1),
    IMPORT_PARALLELISM(1, 64, 1);

    private final long minimum;
    private final long maximum;
    private final long defaultValue;

    Limit(long minimum, long maximum, long defaultValue) {
        this.minimum = minimum;
        this.maximum = maximum;
        this.defaultValue = defaultValue;
    }

    /** The manifest key and the name in the durable record. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public long minimum() {
        return minimum;
    }

    public long maximum() {
        return maximum;
    }

    /** The value when the manifest has no {@code native_chunks}; the two stage counts default to {@code parallelism}. */
    public long defaultValue() {
        return defaultValue;
    }

    /** The range in words, for messages. */
    public String range() {
        return maximum == Long.MAX_VALUE ? minimum + " or more" : minimum + " to " + maximum;
    }

    /** What to do about a wrong value. */
    public String remedy() {
        return switch (this) {
            case ENCODING_PARALLELISM, IMPORT_PARALLELISM ->
                "Write a whole number from " + range() + ", or leave " + key() + " out to use parallelism.";
            case MAX_TOTAL_ENCODED_BYTES, STAGE_ALLOCATED_BYTES_STOP_THRESHOLD ->
                "Write a whole number of bytes, " + range() + ", or leave native_chunks out for 1 TiB.";
            case MAX_ROWS, MAX_BYTES, MAX_ROW_BYTES, MAX_PENDING, MAX_STAGING_TABLES, PARALLELISM ->
                "Write a whole number from " + range() + ", or leave " + key() + " out for " + defaultValue + ".";
        };
    }

    void check(long value) {
        if (value < minimum || value > maximum) {
            throw new DponeException(
                    ErrorCode.LIMIT_INVALID, key() + " must be " + range() + ", but was " + value, remedy());
        }
    }
}
