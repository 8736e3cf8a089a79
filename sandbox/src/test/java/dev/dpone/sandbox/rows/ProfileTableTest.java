package dev.dpone.sandbox.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SharedServers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileTableTest {
    private static final String DATABASE = "rows_" + ProcessHandle.current().pid();
    private static final int ROWS = 2_600;

    private final ClickHouseServer server = SharedServers.clickhouse();

    private String ask(String sql) {
        return server.execute(sql).strip();
    }

    /** Makes the rows and returns a hash over all of them. */
    private String make(Profile profile, MadeRows rows) {
        ProfileTable table = ProfileTable.of(profile);
        table.create(DATABASE, rows).forEach(server::execute);
        return ask("SELECT count(), sum(cityHash64(toString(tuple(*)))) FROM " + table.in(DATABASE));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LONG")
    void rowsDependOnTheSeedAndOnNothingElse(Profile profile) {
        String first = make(profile, new MadeRows(ROWS, 7, true));

        assertThat(first).startsWith(ROWS + "\t");
        assertThat(make(profile, new MadeRows(ROWS, 7, true))).isEqualTo(first);
        assertThat(make(profile, new MadeRows(ROWS, 8, true))).isNotEqualTo(first);
        assertThat(make(profile, new MadeRows(ROWS, 7, false))).isNotEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource(names = {"NARROW", "UNICODE", "SKEWED"})
    void everyThirteenthRowRepeatsTheOneBefore(Profile profile) {
        make(profile, new MadeRows(ROWS, 7, true));

        String table = ProfileTable.of(profile).in(DATABASE);
        assertThat(ask("SELECT count(), uniqExact(id) FROM " + table)).isEqualTo("2600\t2400");
        assertThat(ask("SELECT count() FROM (SELECT DISTINCT * FROM " + table + ")"))
                .isEqualTo("2400");
        assertThat(ask("SELECT max(copies) FROM (SELECT count() AS copies FROM " + table + " GROUP BY id)"))
                .isEqualTo("2");
    }

    @Test
    void skewedRowsHaveHotKeysAHeavyTailAndNulls() {
        make(Profile.SKEWED, new MadeRows(ROWS, 7, false));
        String table = ProfileTable.of(Profile.SKEWED).in(DATABASE);

        assertThat(ask("SELECT max(length(body)) >= 100000, quantileExact(0.9)(length(body)) < 300,"
                        + " countIf(length(body) > 3000 AND length(body) < 5000) FROM " + table))
                .isEqualTo("1\t1\t26");
        assertThat(ask("SELECT countIf(customer < 3) > count() * 0.85, uniqExact(customer) > 200 FROM " + table))
                .isEqualTo("1\t1");
        assertThat(ask("SELECT round(countIf(note IS NULL) / count(), 2), round(countIf(note = '') / count(), 2) FROM "
                        + table))
                .isEqualTo("0.29\t0.14");
    }
}
