package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunOnPostgresTest extends RunContract {
    private static final TestTarget POSTGRES = new PostgresTestTarget();

    RunOnPostgresTest() {
        super(POSTGRES);
    }

    @Test
    void fullRefreshKeepsTheTableItsGrantsAndViews() {
        String table = SourceTables.create("id UInt64, name String", "SELECT number, toString(number) FROM numbers(3)");
        POSTGRES.create(table, "id UInt64", "name String");
        POSTGRES.execute(
                "CREATE VIEW public." + table + "_view AS SELECT name FROM public." + table,
                "GRANT SELECT ON public." + table + " TO public");
        String oid = "SELECT 'public." + table + "'::regclass::oid";
        List<String> before = POSTGRES.rows(oid);
        Cli cli = new Cli(folder).withServers(POSTGRES);
        cli.write("m.yaml", Cli.manifest(POSTGRES, table, "{mode: full_refresh}", "technical_columns: 'off'", ""));

        assertThat(cli.deliver("m.yaml").exit()).isZero();

        assertThat(POSTGRES.rows("SELECT name FROM public." + table + "_view ORDER BY 1"))
                .containsExactly("0", "1", "2");
        assertThat(POSTGRES.rows(oid)).isEqualTo(before);
        assertThat(POSTGRES.rows("SELECT has_table_privilege('public', 'public." + table + "', 'SELECT')"))
                .containsExactly("t");
    }

    @Test
    void aTextWithU0000IsRejectedByRowAndColumn() {
        String table = SourceTables.create(
                "id UInt32, name String", "SELECT number, if(number = 70, unhex('610062'), 'fine') FROM numbers(100)");
        Cli cli = new Cli(folder).withServers(POSTGRES);
        cli.write("m.yaml", Cli.manifest(POSTGRES, table, "{mode: full_refresh}"));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err())
                .contains("DPONE_VALUE_REJECTED: Row 71, column name: ")
                .contains("U+0000");
        assertThat(POSTGRES.rows("SELECT to_regclass('public." + table + "')")).containsExactly("null");
    }
}
