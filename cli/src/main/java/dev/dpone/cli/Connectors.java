package dev.dpone.cli;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import dev.dpone.mssql.MssqlConnector;
import dev.dpone.postgres.PostgresConnector;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.TargetConnector;
import java.util.List;
import java.util.Optional;

/** The connectors this program has. */
final class Connectors {
    private static final List<SourceConnector> SOURCES = List.of(new ClickHouseConnector());
    private static final List<TargetConnector> TARGETS = List.of(new PostgresConnector(), new MssqlConnector());

    private Connectors() {}

    static SourceConnector source(Pipeline pipeline) {
        return SOURCES.stream()
                .filter(connector -> connector.type().equals(pipeline.source().type()))
                .findFirst()
                .orElseThrow(() -> notYet("source.type " + pipeline.source().type()));
    }

    static Optional<TargetConnector> target(Pipeline pipeline) {
        return TARGETS.stream()
                .filter(connector -> connector.type().equals(pipeline.sink().type()))
                .findFirst();
    }

    /** The target's connector, or a refusal before anything is opened. */
    static TargetConnector requiredTarget(Pipeline pipeline) {
        return target(pipeline)
                .orElseThrow(() -> notYet("sink.type " + pipeline.sink().type()));
    }

    private static DponeException notYet(String what) {
        return new DponeException(
                ErrorCode.NOT_SUPPORTED_YET,
                what + " is known, but this version does not deliver to it yet",
                "Use another type, or a version of dpone whose CHANGELOG names it.");
    }
}
