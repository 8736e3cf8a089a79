package dev.dpone.cli.bench;

import dev.dpone.limits.Limit;
import dev.dpone.limits.NativeChunkLimits;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Limits that are measured: the defaults with other counts of workers. */
public record BenchConfiguration(NativeChunkLimits limits) {
    /** What every version of dpone knows. {@code parallelism} stands in {@code chunking}, the others in {@code native_chunks}. */
    private static final List<Limit> LEGACY = List.of(
            Limit.MAX_TOTAL_ENCODED_BYTES,
            Limit.STAGE_ALLOCATED_BYTES_STOP_THRESHOLD,
            Limit.MAX_ROWS,
            Limit.MAX_BYTES,
            Limit.MAX_ROW_BYTES,
            Limit.MAX_PENDING,
            Limit.MAX_STAGING_TABLES,
            Limit.PARALLELISM);

    /** What a version with independent stages knows beyond that. */
    static final Set<Limit> STAGE_COUNTS = EnumSet.of(Limit.ENCODING_PARALLELISM, Limit.IMPORT_PARALLELISM);

    /** Equal counts are {@code parallelism}, as in any version of dpone; others need the two limits of the stages. */
    public static BenchConfiguration of(int encoders, int importers) {
        NativeChunkLimits defaults = NativeChunkLimits.defaults();
        boolean equal = encoders == importers;
        return new BenchConfiguration(new NativeChunkLimits(
                defaults.maxTotalEncodedBytes(),
                defaults.stageAllocatedBytesStopThreshold(),
                defaults.maxRows(),
                defaults.maxBytes(),
                defaults.maxRowBytes(),
                defaults.maxPending(),
                defaults.maxStagingTables(),
                equal ? encoders : defaults.parallelism(),
                equal ? OptionalInt.empty() : OptionalInt.of(encoders),
                equal ? OptionalInt.empty() : OptionalInt.of(importers)));
    }

    /** For file names, such as {@code e2-i1}. */
    String id() {
        return "e" + limits.encoders() + "-i" + limits.importers();
    }

    /** For people, such as {@code 2/1}. */
    String words() {
        return limits.encoders() + "/" + limits.importers();
    }

    /** Whether a subject has to know the two limits of the stages. */
    boolean needsStageCounts() {
        return limits.extended();
    }

    /** {@code chunking} and {@code native_chunks} of a manifest: the eight keys by name, and the two others only where needed. */
    String execution() {
        Map<String, Long> record = limits.record();
        Map<String, Long> chunks = new LinkedHashMap<>();
        for (Limit limit : LEGACY) {
            if (limit != Limit.PARALLELISM) {
                chunks.put(limit.key(), value(record, limit));
            }
        }
        if (needsStageCounts()) {
            STAGE_COUNTS.forEach(limit -> chunks.put(limit.key(), value(record, limit)));
        }
        StringBuilder text = new StringBuilder("{chunking: {parallelism: ");
        text.append(value(record, Limit.PARALLELISM)).append("}, native_chunks: {");
        String comma = "";
        for (Map.Entry<String, Long> entry : chunks.entrySet()) {
            text.append(comma).append(entry.getKey()).append(": ").append(entry.getValue());
            comma = ", ";
        }
        return text.append("}}").toString();
    }

    private static long value(Map<String, Long> record, Limit limit) {
        Long value = record.get(limit.key());
        if (value == null) {
            throw new IllegalStateException("The record of limits lacks " + limit.key());
        }
        return value;
    }
}
