package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.digest.RowSum;
import dev.dpone.sandbox.PostgresServer;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.StageObservation;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left after the server crashed: unlogged tables are empty, and everything that proves something is there. */
class CrashTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void stagesAreSeenToBeEmptyAndPublicationsStay() throws IOException, SQLException {
        try (PostgresServer server = PostgresServer.start(line -> System.err.println(line));
                Scenario scenario = new Scenario(folder, new TestDatabase(server))) {
            CommitReceipt receipt =
                    scenario.prepare("run1", Scenario.events(0, 3)).publish();
            Scenario.Ready ready = scenario.prepare("run2", Scenario.events(3, 5));
            String identity = scenario.target.server().identity();

            scenario.database.crash();

            assertThat(scenario.target.server().identity()).isEqualTo(identity);
            StageObservation stage =
                    ready.delivery().stages().inspect(ready.chunks().get(0));
            assertThat(stage.objectId()).isEqualTo(ready.chunks().get(0).objectId());
            assertThat(stage.owned()).isTrue();
            assertThat(stage.rows()).isZero();
            StageObservation prepared = ready.delivery().preparation().inspect(ready.prepared());
            assertThat(prepared.sum()).contains(RowSum.EMPTY);
            assertThat(scenario.target.findReceipt(receipt.operationKey())).contains(receipt);
            assertThat(scenario.database.text("SELECT count(*) FROM " + scenario.table()))
                    .isEqualTo("3");
            assertThat(scenario.target.openFence(ready.id().targetIdentity(), "again"))
                    .isEqualTo(ready.id().fenceEpoch() + 1);
            ready.chunks().forEach(chunk -> ready.delivery().stages().settle(chunk.attempt()));
            ready.delivery().preparation().drop(ready.prepared().table());
            assertThat(scenario.prepare("run3", Scenario.events(3, 5)).publish().rows())
                    .isEqualTo(2);
        }
    }
}
