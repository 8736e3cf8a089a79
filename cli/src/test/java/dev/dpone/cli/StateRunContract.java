package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.state.StateStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with state in a database: nothing of it is on the local disk. */
abstract class StateRunContract {
    @TempDir
    Path folder;

    private final TestTarget target;
    private Cli cli;
    private String schema;
    private String table;

    StateRunContract(TestTarget target) {
        this.target = target;
    }

    @BeforeEach
    void connect() {
        cli = new Cli(folder).withServers(target);
        table = SourceTables.create("id UInt8", "SELECT number FROM numbers(3)");
        schema = "state_" + table;
        cli.write("m.yaml", manifest());
    }

    String manifest() {
        return Cli.manifest(target, table, "{mode: append}", "technical_columns: 'off'", "")
                .replace(
                        "  runtime:",
                        "  state: {type: " + target.type() + ", connection_id: target, schema: " + schema
                                + "}\n  runtime:");
    }

    @AfterEach
    void dropState() {
        for (String name : new String[] {"journal", "leases", "checkpoints"}) {
            target.execute("DROP TABLE IF EXISTS " + schema + "." + name);
        }
        target.execute("DROP SCHEMA IF EXISTS " + schema);
    }

    private StateStore store() {
        Map<String, String> variables = new HashMap<>();
        target.connection().forEach((field, value) -> variables.put("DPONE_CONN_STATE_" + field, value));
        return new StateProcess.Address(target.type(), schema, variables).open(Clock.systemUTC());
    }

    @Test
    void aRunDeliversAndItsRerunReturnsTheStoredReceipt() {
        Cli.Ran first = cli.deliver("m.yaml", "--run-id", "r1");
        assertThat(first.exit()).as(first.err()).isZero();

        // The rerun is another machine's: it has nothing but the database.
        Cli.Ran again = cli.deliver("m.yaml", "--run-id", "r1");

        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(again.delivery().get("status").asString()).isEqualTo("already_published");
        assertThat(again.delivery().get("receipt_id"))
                .isEqualTo(first.delivery().get("receipt_id"));
        assertThat(target.rows("SELECT count(*) FROM " + target.table(table))).containsExactly("3");
        assertThat(folder.resolve(".dpone/state")).doesNotExist();
        assertThat(target.rows("SELECT DISTINCT run_id FROM " + schema + ".journal"))
                .containsExactly("r1");
        assertThat(target.rows("SELECT count(*) FROM " + schema + ".checkpoints"))
                .containsExactly("1");
        Cli.Ran runs = cli.run("runs", "m.yaml", "--format", "json");
        assertThat(runs.exit()).as(runs.err()).isZero();
        assertThat(runs.json().get("runs").get(0).get("run_id").asString()).isEqualTo("r1");
    }

    @Test
    void theClientsClockDoesNotMatterForLeases() {
        assertThat(cli.deliver("m.yaml", "--run-id", "r1").exit()).isZero();
        String identity =
                target.rows("SELECT target FROM " + schema + ".leases").get(0);
        try (StateStore store = store()) {
            store.leases().acquire(identity, "another#process", Duration.ofHours(1));
        }
        for (Duration jump : new Duration[] {Duration.ofDays(1), Duration.ofDays(-1)}) {
            Cli.Ran ran = cli.later(jump).deliver("m.yaml");
            assertThat(ran.exit()).isEqualTo(5);
            assertThat(ran.err()).contains("DPONE_LEASE_HELD").contains("run another");
        }
    }

    @Test
    void stateInitCreatesWhatIsMissingAndMayRunAgain() {
        for (int i = 0; i < 2; i++) {
            Cli.Ran init = cli.run("state", "init", "m.yaml");
            assertThat(init.exit()).as(init.err()).isZero();
            assertThat(init.out())
                    .contains("ready  state store: " + target.type() + ", connection target, schema " + schema)
                    .contains("ready  target: " + target.type() + ", connection target, schemas dpone (control tables)"
                            + " and " + target.staging() + " (staging)");
        }
        assertThat(target.rows("SELECT count(*) FROM " + schema + ".journal")).containsExactly("0");
        Cli.Ran doctor = cli.run("doctor", "m.yaml");
        assertThat(doctor.out()).contains("state: " + target.type() + ", connection target, schema " + schema);
    }

    @Test
    void theStatementsOfStateDdlCreateWhatARunNeeds() {
        Cli.Ran ddl = cli.run("state", "ddl", "m.yaml", "--format", "json");
        assertThat(ddl.exit()).as(ddl.err()).isZero();
        for (var place : ddl.json().get("places")) {
            for (var statement : place.get("statements")) {
                target.execute(statement.asString());
                // Each may run again.
                target.execute(statement.asString());
            }
        }

        assertThat(cli.deliver("m.yaml").exit()).isZero();

        assertThat(target.rows("SELECT count(*) FROM " + schema + ".checkpoints"))
                .containsExactly("1");
    }

    Cli cli() {
        return cli;
    }

    String schema() {
        return schema;
    }
}
