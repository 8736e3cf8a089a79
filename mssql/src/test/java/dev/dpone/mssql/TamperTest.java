package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** One value of one row changed in the published table, column by column: the digest sees it. */
@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class TamperTest {
    private static final List<String> CHANGES = List.of(
            "i8 = i8 + 1",
            "u64 = u64 - 1",
            "d9_2 = d9_2 + 0.01",
            "d38 = d38 + 0.0000000001",
            "f32 = f32 * 2",
            "f64 = -f64",
            "b = 1 - b",
            "s = s + N' '",
            "s = N''",
            "s = NULL",
            "x = 0x0000FF01",
            "u = '00000000-0000-0001-0000-000000000003'",
            "d32 = DATEADD(day, 1, d32)",
            "t6 = DATEADD(microsecond, 1, t6)",
            "e = 'low'");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void noChangeGoesUnseen() throws IOException {
        Cells rows = new Cells()
                .with(Cells.named("id", Cells.integer(32, true)), 1, 2)
                .with(Cells.named("i8", Cells.integer(8, true)), 5, 5)
                .with(Cells.named("u64", Cells.integer(64, false)), BigInteger.ONE.shiftLeft(63), 7)
                .with(Cells.named("d9_2", Cells.decimal(9, 2)), 150, 0)
                .with(Cells.named("d38", Cells.decimal(38, 10)), 1, 2)
                .with(Cells.named("f32", Cells.number(32)), 1.5f, 2f)
                .with(Cells.named("f64", Cells.number(64)), 1.5, 2.0)
                .with(Cells.named("b", Cells.bool()), 1, 0)
                .with(Cells.named("s", Cells.nullable(Cells.string())), "text", "other")
                .with(Cells.named("x", Cells.fixed(4)), new byte[4], new byte[4])
                .with(Cells.named("u", Cells.uuid()), new UUID(1, 2), new UUID(3, 4))
                .with(Cells.named("d32", Cells.date32()), 10, 11)
                .with(Cells.named("t6", Cells.dateTime64(6)), 10, 11)
                .with(Cells.named("e", Cells.enumeration(8, "low", "high", "top")), 0, 1);
        List<ColumnMapping> columns = rows.mappings();
        try (Scenario scenario = new Scenario(folder)) {
            scenario.prepare("run", rows).publish();
            TableRef table = new TableRef(scenario.server.schema, "events");
            RowSum before = scenario.target.digest(table, columns);
            assertThat(before).isEqualTo(Sealed.sum(rows));
            for (String change : CHANGES) {
                scenario.server.run("UPDATE " + scenario.table() + " SET " + change + " WHERE id = 1");
                RowSum after = scenario.target.digest(table, columns);
                assertThat(after).as(change).isNotEqualTo(before);
                before = after;
            }
            scenario.server.run(
                    "INSERT INTO " + scenario.table() + " SELECT * FROM " + scenario.table() + " WHERE id = 2");
            assertThat(scenario.target.digest(table, columns)).isNotEqualTo(before);
        }
    }
}
