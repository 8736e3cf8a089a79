package dev.dpone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.digest.RowSum;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.sandbox.rows.Profile;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.TableRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmarks measure the real work: what they compute is what the server says of the same rows. */
class StageWorkTest {
    private static final int ROWS = 2_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LONG")
    void stagesComeToTheServersDigest(Profile profile) throws Exception {
        ClickHouseServer server = SharedServers.clickhouse();
        Recording.record(server, profile, ROWS).save(folder);
        Recording recording = Recording.load(folder, profile);
        StageWork work = new StageWork(recording);

        StageWork.Outcome outcome = work.everything();

        assertThat(outcome.rows()).isEqualTo(ROWS);
        assertThat(outcome.encodedBytes()).isEqualTo(outcome.sizedBytes());
        assertThat(outcome.sum()).isEqualTo(serversDigest(server, profile, recording));
        assertThat(work.digest(work.blocks())).isEqualTo(outcome.sum());
        assertThat(work.encode(work.blocks())).isEqualTo(outcome.encodedBytes());
    }

    private static RowSum serversDigest(ClickHouseServer server, Profile profile, Recording recording) {
        ConnectionSpec spec = new ConnectionSpec(
                "source",
                Optional.empty(),
                Optional.of(server.httpUrl().getHost()),
                OptionalInt.of(server.httpPort()),
                Optional.empty(),
                Optional.of(server.username()),
                Optional.of(new Secret(server.password())),
                Optional.empty(),
                false,
                Optional.empty(),
                Map.of());
        SourceQuery query = new SourceQuery(
                new TableRef("dpone_bench", profile.lowerCase()), Optional.empty(), List.of(), Optional.empty());
        return new ClickHouseConnector().connect(spec).digest(query, recording.columns());
    }
}
