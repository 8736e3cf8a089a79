package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.TableRef;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was published equals what was sent, read back from the server. */
class TargetRoundTripTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void eventsArriveAsTheyWere() throws IOException {
        try (Scenario scenario = new Scenario(folder)) {
            Cells rows = Scenario.events(0, 10);
            CommitReceipt receipt = scenario.prepare("run", rows).publish();
            RowSum landed = scenario.target.digest(new TableRef(scenario.server.schema, "events"), rows.mappings());
            assertThat(landed).isEqualTo(Sealed.sum(rows));
            assertThat(receipt.businessDigest()).isEqualTo(landed.hex());
        }
    }
}
