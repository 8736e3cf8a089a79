package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PolicyOnPostgresTest extends PolicyContract {
    PolicyOnPostgresTest() {
        super(new PostgresTestTarget());
    }

    @Test
    void zeroCharactersAreReplacedOrTheirTextIsNull() {
        String table = SourceTables.create(
                "id UInt8, a String, b String", "SELECT 1, 'x\\0y', 'x\\0y' UNION ALL SELECT 2, 'fine', 'fine'");
        manifest(table, "{a: replace, b: null}");

        Cli.Ran ran = succeed();

        assertThat(column(table, "a")).containsExactly("x\ufffdy", "fine");
        assertThat(column(table, "b")).containsExactly("null", "fine");
        assertThat(changed(ran)).isEqualTo("{a:{replace:1},b:{null:1}}");
    }

    @Test
    void wideNumbersArriveWhole() {
        String table = SourceTables.create(
                "id UInt8, u UInt256, v Int256, d Decimal(76, 20)",
                "SELECT 1, toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935'),"
                        + " toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968'),"
                        + " toDecimal256('-1.00000000000000000001', 20)");
        cli.write("m.yaml", Cli.manifest(target, table, "{mode: full_refresh}"));

        succeed();

        assertThat(column(table, "u"))
                .containsExactly("115792089237316195423570985008687907853269984665640564039457584007913129639935");
        assertThat(column(table, "v"))
                .containsExactly("-57896044618658097711785492504343953926634992332820282019728792003956564819968");
        assertThat(column(table, "d")).containsExactly("-1.00000000000000000001");
    }
}
