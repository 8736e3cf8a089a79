package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.SourceColumn;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Pins the text; {@link DigestOnServerTest} lets a SQL Server compute the digest with it. */
class MssqlDigestSqlTest {
    static List<ColumnMapping> columns() {
        List<ColumnMapping> columns = new ArrayList<>();
        add(columns, "i", Cells.integer(64, true), null);
        add(columns, "s", Cells.nullable(Cells.string()), null);
        add(columns, "d", Cells.decimal(9, 2), null);
        add(columns, "f", Cells.number(64), null);
        add(columns, "t", Cells.dateTime64(6), null);
        add(columns, "u", Cells.uuid(), null);
        add(columns, "e", Cells.date32(), null);
        add(columns, "n", Cells.integer(64, false), null);
        add(columns, "b]", Cells.bool(), null);
        add(columns, "x", Cells.fixed(4), null);
        add(columns, "w", Cells.decimal(9, 2), "decimal(38,10)");
        add(columns, "k", Cells.integer(32, true), "decimal(12,2)");
        add(columns, "i256", Cells.integer(256, true), null);
        add(columns, "a", Cells.nullable(Cells.ip(true)), null);
        return columns;
    }

    private static void add(
            List<ColumnMapping> columns,
            String name,
            SourceColumn source,
            @org.jspecify.annotations.Nullable String type) {
        columns.add(new MssqlConnector().map(Cells.named(name, source), Optional.ofNullable(type)));
    }

    @Test
    void keepsTheTextOfTheGoldenFile() throws IOException {
        try (InputStream golden = getClass().getResourceAsStream("digest.sql")) {
            assertThat(golden).isNotNull();
            assertThat(MssqlDigestSql.statement(new TableRef("dbo", "events"), columns()) + "\n")
                    .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
