package dev.dpone.faults;

import java.util.List;
import java.util.Locale;

/** The strategies, as manifest and command line want them. */
enum Mode {
    APPEND("{mode: append}"),
    FULL_REFRESH("{mode: full_refresh}"),
    PARTITION_REPLACE(
            "{mode: partition_replace, window: {column: at, anchor: data_interval_end, lookback: P1D, timezone: UTC}}"),
    MERGE("{mode: merge, unique_key: [id]}");

    private final String manifest;

    Mode(String manifest) {
        this.manifest = manifest;
    }

    String manifest() {
        return manifest;
    }

    /** Options of {@code run} that the strategy needs. */
    List<String> options() {
        return this == PARTITION_REPLACE ? List.of("--interval-end", "2026-09-28T00:00:00Z") : List.of();
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
