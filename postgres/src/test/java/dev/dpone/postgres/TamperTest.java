package dev.dpone.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One value of one row changed in the published table, column by column: both digests see it. */
class TamperTest {
    private static final List<String> CHANGES = List.of(
            "i8 = coalesce(i8, 0) + (CASE WHEN i8 > 0 THEN -1 ELSE 1 END)",
            "u64 = coalesce(u64, 0) + (CASE WHEN u64 > 5 THEN -1 ELSE 1 END)",
            "d9_2 = coalesce(d9_2, 0) + (CASE WHEN d9_2 > 0 THEN -0.01 ELSE 0.01 END)",
            "d38_38 = coalesce(d38_38, 0) + (CASE WHEN d38_38 > 0 THEN -1e-38 ELSE 1e-38 END)",
            "f32 = CASE WHEN f32 IS NULL THEN 0 ELSE NULL END",
            "f64 = CASE WHEN f64 = 0 THEN 1 ELSE -coalesce(f64, 1) END",
            "b = NOT coalesce(b, false)",
            "s = coalesce(s, '') || ' '",
            "x = set_byte(coalesce(x, '\\x0000000000'), 4, (get_byte(coalesce(x, '\\x0000000000'), 4) + 1) % 256)",
            "u = gen_random_uuid()",
            "d32 = coalesce(d32, '2000-01-01') + 1",
            "t6 = coalesce(t6, '2000-01-01') + interval '1 microsecond'",
            "e = CASE WHEN e = 'low' THEN '' ELSE 'low' END");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void noChangeGoesUnseen() throws IOException {
        TestRows rows = CopyBinaryFormatTest.random(new Random(11), 20);
        List<ColumnMapping> columns = rows.mappings();
        try (Scenario scenario = new Scenario(folder)) {
            scenario.prepare("run", rows).publish();
            TableRef table = new TableRef(scenario.database.schema, "events");
            RowSum before = scenario.target.digest(table, columns);
            assertThat(before).isEqualTo(rows.sum());
            for (String change : CHANGES) {
                scenario.database.run("UPDATE " + scenario.table() + " SET " + change
                        + " WHERE ctid = (SELECT min(ctid) FROM " + scenario.table() + ")");
                RowSum after = scenario.target.digest(table, columns);
                assertThat(after).as(change).isNotEqualTo(before);
                assertThat(scenario.target.digestBySql(table, columns))
                        .as(change)
                        .isEqualTo(after);
                before = after;
            }
        }
    }
}
