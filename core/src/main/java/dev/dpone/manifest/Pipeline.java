package dev.dpone.manifest;

import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.Policy;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TechnicalColumns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One pipeline as authored, defaults filled in. Says what is wanted; what a target makes of it is the plan's business.
 *
 * @param id {@code <source schema>.<table>}, the name {@code --select} takes
 * @param contract authored source types by column, in order, which let an offline plan print types and SQL; may be empty
 */
public record Pipeline(
        String id,
        SourceSpec source,
        TransferSpec transfer,
        SinkSpec sink,
        Map<String, String> contract,
        StateSpec state,
        Storage storage) {

    public Pipeline {
        contract = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(contract));
    }

    /** {@code source}: the query has no window yet. */
    public record SourceSpec(String type, String connectionId, SourceQuery query) {}

    /** {@code source.options.native_transfer}. */
    public record TransferSpec(VerificationBackend verification, NativeChunkLimits limits) {}

    /** {@code execution.verification_backend}. */
    public enum VerificationBackend {
        AUTO,
        TARGET_LOCAL,
        READBACK
    }

    /**
     * {@code sink}.
     *
     * @param types authored target types by column
     * @param policies what to do with values the target can't hold, by column
     */
    public record SinkSpec(
            String type,
            String connectionId,
            TableRef table,
            String stagingSchema,
            StrategySpec strategy,
            Map<String, String> types,
            Map<String, Policy> policies,
            TechnicalColumns technical) {
        public SinkSpec {
            types = Map.copyOf(types);
            policies = Map.copyOf(policies);
        }
    }

    /** {@code sink.strategy}; a window exactly when the mode is partition_replace, a unique key exactly when it is merge. */
    public record StrategySpec(Mode mode, Optional<WindowSpec> window, List<String> uniqueKey) {
        public StrategySpec {
            uniqueKey = List.copyOf(uniqueKey);
        }

        /** {@code strategy.mode} as far as the program does it. */
        public enum Mode {
            FULL_REFRESH,
            PARTITION_REPLACE,
            APPEND,
            MERGE
        }
    }

    /** {@code strategy.window}: the end comes from {@code --interval-end}, the start is {@code lookback} before it. */
    public record WindowSpec(String column, Duration lookback, Optional<Duration> chunkInterval) {}

    /** {@code state}: where journal, leases and checkpoints are kept. */
    public sealed interface StateSpec {
        /** In {@code runtime.storage.state_dir}. */
        record Folder() implements StateSpec {}

        /** In a schema of a database. */
        record Database(String type, String connectionId, String schema) implements StateSpec {}
    }

    /** {@code runtime.storage}. */
    public record Storage(Path workDir, Path stateDir, Path evidenceDir, long minFreeBytes) {}

    /** Authored columns of the source query, for messages. */
    public List<String> columns() {
        return source.query().columns();
    }
}
