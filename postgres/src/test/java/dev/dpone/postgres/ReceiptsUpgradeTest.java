package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Mutation;
import dev.dpone.spi.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code dpone.commit_receipts} as it was before there was a count of updated rows. */
class ReceiptsUpgradeTest {
    private static final String COLUMN = "SELECT count(*) FROM pg_attribute WHERE attrelid ="
            + " 'dpone.commit_receipts'::regclass AND attname = 'updated_rows' AND attnotnull";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @SuppressWarnings("NullAway.Init")
    private CommitReceipt earlier;

    @BeforeEach
    void makeItOld() throws IOException {
        scenario = new Scenario(folder);
        earlier = scenario.prepare("run1", Scenario.events(0, 3)).publish();
        scenario.database.run("ALTER TABLE dpone.commit_receipts DROP COLUMN updated_rows");
    }

    @AfterEach
    void close() {
        scenario.database.run(ControlTables.ADD_UPDATED_ROWS);
        scenario.close();
    }

    @Test
    void findsReceiptsBeforeAndAfterTheColumnIsAdded() throws IOException {
        assertThat(scenario.target.findReceipt(earlier.operationKey())).contains(earlier);
        assertThat(scenario.database.text(COLUMN)).isEqualTo("0");
        CommitReceipt next = scenario.prepare("run2", Scenario.events(3, 5)).publish();
        assertThat(scenario.database.text(COLUMN)).isEqualTo("1");
        assertThat(next.mutation()).isEqualTo(new Mutation("insert", 0, 2, 0));
        assertThat(scenario.target.findReceipt(earlier.operationKey())).contains(earlier);
        assertThat(scenario.target.findReceipt(next.operationKey())).contains(next);
    }

    @Test
    void tellsARoleThatDoesNotOwnTheTableWhatItsOwnerHasToRun() {
        String role = scenario.database.schema + "_loader";
        scenario.database.run("CREATE ROLE " + role + " LOGIN PASSWORD 'secret-" + role + "'");
        scenario.database.run("GRANT ALL ON ALL TABLES IN SCHEMA dpone TO " + role);
        scenario.database.run("GRANT USAGE ON SCHEMA dpone TO " + role);
        scenario.database.run("GRANT ALL ON SCHEMA " + scenario.database.schema + " TO " + role);
        scenario.database.run("GRANT ALL ON SCHEMA " + scenario.database.staging + " TO " + role);
        scenario.database.run("GRANT ALL ON " + scenario.table() + " TO " + role);
        try (Scenario theirs = scenario.as(as(role))) {
            assertThatThrownBy(() -> theirs.target.admit(theirs.plan(Scenario.events(0, 1))))
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.TARGET_REFUSED);
                        assertThat(e)
                                .hasMessage("Table dpone.commit_receipts was made by an earlier version of dpone and"
                                        + " lacks column updated_rows");
                        assertThat(e.remedy())
                                .isEqualTo("Have its owner run: ALTER TABLE dpone.commit_receipts ADD COLUMN IF NOT"
                                        + " EXISTS updated_rows bigint NOT NULL DEFAULT 0.");
                    });
            scenario.database.run(ControlTables.ADD_UPDATED_ROWS);
            theirs.target.admit(theirs.plan(Scenario.events(0, 1)));
        } finally {
            scenario.database.run("DROP OWNED BY " + role);
            scenario.database.run("DROP ROLE " + role);
        }
    }

    private ConnectionSpec as(String role) {
        ConnectionSpec spec = scenario.database.spec();
        return new ConnectionSpec(
                spec.id(),
                spec.url(),
                spec.host(),
                spec.port(),
                spec.database(),
                Optional.of(role),
                Optional.of(new Secret("secret-" + role)),
                spec.secure(),
                spec.trustServerCertificate(),
                spec.caCertificate(),
                spec.settings());
    }
}
