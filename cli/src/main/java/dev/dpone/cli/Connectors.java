package dev.dpone.cli;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import dev.dpone.manifest.Pipeline.StateSpec;
import dev.dpone.mssql.MssqlConnector;
import dev.dpone.mssql.MssqlStateConnector;
import dev.dpone.postgres.PostgresConnector;
import dev.dpone.postgres.PostgresStateConnector;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.TargetConnector;
import dev.dpone.state.StateConnector;
import java.util.List;
import java.util.Optional;

/** The connectors this program has. */
final class Connectors {
    private static final List<SourceConnector> SOURCES = List.of(new ClickHouseConnector());
    private static final List<TargetConnector> TARGETS = List.of(new PostgresConnector(), new MssqlConnector());

    private static final List<StateConnector> STATES = List.of(new PostgresStateConnector(), new MssqlStateConnector());

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

    /** The connector of a state database. */
    static StateConnector state(StateSpec.Database database) {
        return STATES.stream()
                .filter(connector -> connector.type().equals(database.type()))
                .findFirst()
                .orElseThrow(() -> notYet("state.type " + database.type()));
    }

    private static DponeException notYet(String what) {
        return new DponeException(
                ErrorCode.NOT_SUPPORTED_YET,
                what + " is known, but this version does not have it yet",
                "Use another type, or a version of dpone whose CHANGELOG names it.");
    }
}
