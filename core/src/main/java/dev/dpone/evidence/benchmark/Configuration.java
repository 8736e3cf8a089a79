package dev.dpone.evidence.benchmark;

import dev.dpone.error.DponeException;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.limits.NativeChunkLimitsCodec;
import java.util.LinkedHashMap;
import java.util.Map;

/** Limits as documents hold them: the exact durable record of eight or ten fields, and the hash over it. */
final class Configuration {
    private Configuration() {}

    static Map<String, Object> fields(NativeChunkLimits limits) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("sha256", limits.configurationHash());
        fields.put("limits", limits.record());
        return fields;
    }

    /** Of a document of this version: 1 with eight fields, 2 with ten. */
    static NativeChunkLimits read(long version, StrictObject json) {
        NativeChunkLimits limits = json.object("limits", record -> limits(version, record));
        json.literal("sha256", limits.configurationHash());
        return limits;
    }

    /** The record alone, of either form. */
    static NativeChunkLimits read(StrictObject record) {
        Map<String, Long> numbers = record.allNumbers();
        try {
            return NativeChunkLimitsCodec.read(numbers);
        } catch (DponeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static NativeChunkLimits limits(long version, StrictObject record) {
        Map<String, Long> numbers = record.allNumbers();
        try {
            return NativeChunkLimitsCodec.read(version, numbers);
        } catch (DponeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
