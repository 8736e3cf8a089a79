package dev.dpone.limits;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the durable record of limits, {@link NativeChunkLimits#record()}. Strict: exactly the eight or ten keys, whole
 * numbers only, every range as for a manifest, and ten keys only where eight would not do.
 */
public final class NativeChunkLimitsCodec {
    private static final List<Limit> TEN = List.of(Limit.values());
    private static final List<Limit> EIGHT = TEN.subList(0, 8);
    private static final String REMEDY =
            "Keep the stored bytes as they are. Resume with the dpone version that wrote them, or start a new run.";

    private NativeChunkLimitsCodec() {}

    /**
     * The limits whose record this is.
     *
     * @throws DponeException {@code DPONE_STATE_UNREADABLE} for anything that {@link NativeChunkLimits#record()} never returns
     */
    public static NativeChunkLimits read(Map<String, ?> record) {
        boolean extended = record.size() == TEN.size();
        List<Limit> fields = extended ? TEN : EIGHT;
        checkKeys(record.keySet(), fields);
        NativeChunkLimits limits;
        try {
            limits = new NativeChunkLimits(
                    number(record, Limit.MAX_TOTAL_ENCODED_BYTES),
                    number(record, Limit.STAGE_ALLOCATED_BYTES_STOP_THRESHOLD),
                    number(record, Limit.MAX_ROWS),
                    number(record, Limit.MAX_BYTES),
                    number(record, Limit.MAX_ROW_BYTES),
                    count(record, Limit.MAX_PENDING),
                    number(record, Limit.MAX_STAGING_TABLES),
                    count(record, Limit.PARALLELISM),
                    extended ? OptionalInt.of(count(record, Limit.ENCODING_PARALLELISM)) : OptionalInt.empty(),
                    extended ? OptionalInt.of(count(record, Limit.IMPORT_PARALLELISM)) : OptionalInt.empty());
        } catch (DponeException e) {
            if (e.code() == ErrorCode.STATE_UNREADABLE) {
                throw e;
            }
            throw unreadable(String.valueOf(e.getMessage()), e);
        }
        if (limits.extended() != extended) {
            throw unreadable(
                    "ten fields although both stages have parallelism (" + limits.parallelism() + ") workers", null);
        }
        return limits;
    }

    /**
     * The limits of a run document of this version: 1 has exactly eight fields, 2 exactly ten. Eight fields are never filled
     * up, and ten never cut down.
     *
     * @param version as it stands in the document; only the whole numbers 1 and 2 are versions
     * @throws DponeException {@code DPONE_STATE_UNREADABLE} for another version, or a record that is not of the version
     */
    public static NativeChunkLimits read(Object version, Map<String, ?> record) {
        NativeChunkLimits limits = read(record);
        if (!(version instanceof Integer || version instanceof Long)
                || ((Number) version).longValue() != limits.recordVersion()) {
            throw unreadable(
                    "version " + version + " with " + record.size() + " fields; 1 has exactly 8, 2 exactly 10", null);
        }
        return limits;
    }

    private static void checkKeys(Set<String> actual, List<Limit> fields) {
        Set<String> missing =
                new LinkedHashSet<>(fields.stream().map(Limit::key).toList());
        missing.removeAll(actual);
        Set<String> unknown = new LinkedHashSet<>(actual);
        unknown.removeAll(
                Set.copyOf(Arrays.stream(Limit.values()).map(Limit::key).toList()));
        if (!missing.isEmpty() || actual.size() != fields.size()) {
            throw unreadable(
                    "expected 8 or 10 fields, found " + actual.size() + "; missing " + missing + ", unknown " + unknown,
                    null);
        }
    }

    private static long number(Map<String, ?> record, Limit limit) {
        Object value = record.get(limit.key());
        if (value instanceof Long || value instanceof Integer) {
            return ((Number) value).longValue();
        }
        throw unreadable(limit.key() + " must be a whole number, but was " + value, null);
    }

    private static int count(Map<String, ?> record, Limit limit) {
        long value = number(record, limit);
        limit.check(value);
        return (int) value;
    }

    private static DponeException unreadable(String problem, @Nullable Throwable cause) {
        return new DponeException(
                ErrorCode.STATE_UNREADABLE, "The stored record of limits is not one: " + problem, REMEDY, cause);
    }
}
