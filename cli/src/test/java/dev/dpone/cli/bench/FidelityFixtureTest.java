package dev.dpone.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.column.SourceColumn;
import dev.dpone.mssql.MssqlConnector;
import dev.dpone.postgres.PostgresConnector;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.spi.TargetConnector;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FidelityFixtureTest {
    private static final String DATABASE = "fidelity_" + ProcessHandle.current().pid();

    private static String ask(String sql) {
        return SharedServers.clickhouse().execute(sql).strip();
    }

    @ParameterizedTest
    @CsvSource({"postgres, nan", "mssql, 0.5"})
    void everyColumnIsMappedAndEveryEdgeIsInARow(String target, String notANumber) {
        FidelityFixture fixture = FidelityFixture.of(target, notANumber);
        TargetConnector connector = target.equals("mssql") ? new MssqlConnector() : new PostgresConnector();
        ask("DROP DATABASE IF EXISTS " + DATABASE + " SYNC");
        ask("CREATE DATABASE " + DATABASE);

        fixture.create(DATABASE).forEach(FidelityFixtureTest::ask);

        String table = DATABASE + "." + FidelityFixture.TABLE;
        assertThat(ask("SELECT count(), uniqExact(id) FROM " + table)).isEqualTo("32\t30");
        for (FidelityFixture.Edges column : fixture.columns()) {
            SourceColumn source = new ClickHouseConnector().column(column.name(), column.type());
            assertThat(connector.map(source, Optional.empty()).targetType())
                    .as(column.name())
                    .isNotBlank();
            // As text, since NaN equals nothing and -0.0 equals 0.0.
            assertThat(ask("SELECT uniqExact(ifNull(toString(" + column.name() + "), 'NULL at all')) FROM " + table))
                    .as(column.name())
                    .isEqualTo(String.valueOf(column.values().size()));
        }
    }

    @ParameterizedTest
    @CsvSource({"postgres, nan", "mssql, 0.5"})
    void theEdgesAreTheTypesOwn(String target, String notANumber) {
        ask("DROP DATABASE IF EXISTS " + DATABASE + " SYNC");
        ask("CREATE DATABASE " + DATABASE);
        FidelityFixture.of(target, notANumber).create(DATABASE).forEach(FidelityFixtureTest::ask);
        String table = DATABASE + "." + FidelityFixture.TABLE;

        assertThat(ask("SELECT min(i64), max(i64), max(u64), countIf(i64 IS NULL) > 0 FROM " + table))
                .isEqualTo("-9223372036854775808\t9223372036854775807\t18446744073709551615\t1");
        assertThat(ask("SELECT min(d38), max(d38) FROM " + table))
                .isEqualTo("-9999999999999999999999999999.9999999999\t9999999999999999999999999999.9999999999");
        assertThat(ask("SELECT countIf(toString(f64) = '-0') > 0, countIf(isNaN(f32)) > 0 FROM " + table))
                .isEqualTo("1\t" + (target.equals("postgres") ? "1" : "0"));
        assertThat(ask("SELECT countIf(text = '') > 0, countIf(text IS NULL) > 0, max(length(text)) FROM " + table))
                .isEqualTo("1\t1\t65536");
        assertThat(ask("SELECT hex(max(bytes)), min(day32), max(micro) FROM " + table))
                .isEqualTo("FFFE0001\t1900-01-01\t2299-12-31 23:59:59.999999");
        assertThat(List.of("i128", "v4", "v6", "uuid", "e8", "e16", "milli", "second", "low"))
                .isSubsetOf(FidelityFixture.of(target, notANumber).columns().stream()
                        .map(FidelityFixture.Edges::name)
                        .toList());
    }
}
