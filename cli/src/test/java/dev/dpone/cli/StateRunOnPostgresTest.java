package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StateRunOnPostgresTest extends StateRunContract {
    private static final TestTarget POSTGRES = new PostgresTestTarget();

    StateRunOnPostgresTest() {
        super(POSTGRES);
    }

    /** A role that may do to the state tables what the page on state says it needs, and nothing else. */
    private String role(String... grants) {
        String role = "role_" + schema();
        POSTGRES.execute("CREATE ROLE " + role + " LOGIN PASSWORD 'p'");
        for (String grant : grants) {
            POSTGRES.execute("GRANT " + grant + " TO " + role);
        }
        cli().with("OPS_HOST", "127.0.0.1")
                .with("OPS_PORT", String.valueOf(POSTGRES.port()))
                .with("OPS_DATABASE", POSTGRES.connection().getOrDefault("DATABASE", ""))
                .with("OPS_USERNAME", role)
                .with("OPS_PASSWORD", "p");
        cli().write(
                        "m.yaml",
                        manifest()
                                .replace(
                                        "state: {type: postgres, connection_id: target",
                                        "state: {type: postgres, connection_id: ops"));
        return role;
    }

    private void drop(String role) {
        POSTGRES.execute("DROP OWNED BY " + role, "DROP ROLE " + role);
    }

    @Test
    void missingTablesThatMayNotBeCreatedNameStateDdl() {
        String role = role();
        try {
            Cli.Ran ran = cli().deliver("m.yaml");

            assertThat(ran.exit()).isEqualTo(1);
            assertThat(ran.err())
                    .contains("DPONE_STATE_FAILED: Cannot create the state tables in schema " + schema()
                            + " (connection ops): permission denied for database")
                    .contains("Let an administrator run the statements that 'dpone state ddl MANIFEST' prints");
        } finally {
            drop(role);
        }
    }

    @Test
    void aRoleWithTheRightsOfThePageMayRunAndTheJournalIsAppendOnlyForIt() {
        assertThat(cli().run("state", "init", "m.yaml").exit()).isZero();
        String role = role(
                "USAGE ON SCHEMA " + schema(),
                "SELECT, INSERT ON " + schema() + ".journal",
                "SELECT, INSERT, UPDATE ON " + schema() + ".leases",
                "SELECT, INSERT, UPDATE ON " + schema() + ".checkpoints");
        try {
            Cli.Ran ran = cli().deliver("m.yaml");

            assertThat(ran.exit()).as(ran.err()).isZero();
        } finally {
            drop(role);
        }
    }

    /** A trigger tells what the transaction that appends would lose with the server. */
    @Test
    void appendsAreDurableWhateverTheRolesOwnSettingIs() {
        assertThat(cli().run("state", "init", "m.yaml").exit()).isZero();
        String role = role(
                "USAGE, CREATE ON SCHEMA " + schema(),
                "ALL ON " + schema() + ".journal",
                "ALL ON " + schema() + ".leases",
                "ALL ON " + schema() + ".checkpoints");
        POSTGRES.execute("ALTER ROLE " + role + " SET synchronous_commit = local");
        POSTGRES.execute("CREATE TABLE " + schema() + ".seen (setting text)");
        POSTGRES.execute("GRANT INSERT ON " + schema() + ".seen TO " + role);
        POSTGRES.execute(
                "CREATE FUNCTION " + schema() + ".note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO "
                        + schema() + ".seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$");
        POSTGRES.execute("CREATE TRIGGER note BEFORE INSERT ON " + schema() + ".journal FOR EACH ROW EXECUTE FUNCTION "
                + schema() + ".note()");
        try {
            Cli.Ran ran = cli().deliver("m.yaml");

            assertThat(ran.exit()).as(ran.err()).isZero();
            assertThat(POSTGRES.rows("SELECT DISTINCT setting FROM " + schema() + ".seen"))
                    .containsExactly("on");
        } finally {
            POSTGRES.execute(
                    "DROP TRIGGER note ON " + schema() + ".journal",
                    "DROP FUNCTION " + schema() + ".note()",
                    "DROP TABLE " + schema() + ".seen");
            drop(role);
        }
    }
}
