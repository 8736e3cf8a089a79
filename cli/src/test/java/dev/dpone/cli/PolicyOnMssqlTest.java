package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.sandbox.SandboxTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = SandboxTarget.MSSQL_TEST_URL,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class PolicyOnMssqlTest extends PolicyContract {
    PolicyOnMssqlTest() {
        super(new MssqlTestTarget());
    }

    @Test
    void numbersThatAreNoneOrTooLongAreNull() {
        String table = SourceTables.create(
                "id UInt8, ratio Float64, small Nullable(Float32), big Int256",
                "SELECT 1, nan, inf, toInt256('100000000000000000000000000000000000000')"
                        + " UNION ALL SELECT 2, -1.5, NULL, toInt256('99999999999999999999999999999999999999')");
        manifest(table, "{ratio: null, small: null, big: null}");

        Cli.Ran ran = succeed();

        assertThat(column(table, "ratio")).containsExactly("null", "-1.5");
        assertThat(column(table, "small")).containsExactly("null", "null");
        assertThat(column(table, "big")).containsExactly("null", "99999999999999999999999999999999999999");
        assertThat(changed(ran)).isEqualTo("{ratio:{null:1},small:{null:1},big:{null:1}}");
    }

    @Test
    void aNumberOfMoreThan38DigitsIsRefusedByRowAndColumn() {
        String table = SourceTables.create(
                "id UInt8, big UInt128",
                "SELECT 1, 5 UNION ALL SELECT 2, toUInt128('100000000000000000000000000000000000000')");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}"));

        Cli.Ran ran = cli.deliver("m.yaml");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err())
                .contains("DPONE_VALUE_REJECTED: Row ")
                .contains(", column big: the number has more digits than decimal(38,0) holds")
                .contains("Set sink.policies.big to null or text, or correct the value in the source.");
    }
}
