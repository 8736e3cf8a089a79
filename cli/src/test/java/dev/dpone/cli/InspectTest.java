package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.mssql.MssqlConnector;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.RowFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectTest {
    private static final String MANIFEST = """
            kind: dpone.batch.v1
            defaults:
              source: {type: clickhouse, connection_id: ch}
              sink: {type: %s, connection_id: target, table: {schema: dbo}, strategy: {mode: full_refresh}}
              schema_contract: {columns: {id: {type: UInt64}, name: {type: Nullable(String)}}}
            schemas:
              db: {tables: [events]}
            """;

    @TempDir
    Path folder;

    /** Rows (1, 'é') and (2, NULL) in the native format. */
    private Path sealed() throws IOException {
        ClickHouseConnector source = new ClickHouseConnector();
        MssqlConnector target = new MssqlConnector();
        List<ColumnMapping> columns = List.of(
                target.map(source.column("id", "UInt64"), Optional.empty()),
                target.map(source.column("name", "Nullable(String)"), Optional.empty()));
        RowFormat format = target.format(columns);
        byte[] ids = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(1)
                .putLong(2)
                .array();
        byte[] text = "é".getBytes(StandardCharsets.UTF_8);
        Block block = new Block(
                List.of(
                        new FixedColumn(ids, 8, 2, null),
                        new BytesColumn(text, new int[] {0, 0}, new int[] {2, 0}, 2, new byte[] {0, 1})),
                2);
        RowBuffer out = new RowBuffer(64);
        format.write(block, 0, out);
        format.write(block, 1, out);
        return Files.write(folder.resolve("0.sealed"), Arrays.copyOf(out.bytes(), out.length()));
    }

    @Test
    void printsRowsAndWritesTheFormatFileForBcp() throws IOException {
        sealed();
        Cli cli = new Cli(folder);
        cli.write("m.yaml", MANIFEST.formatted("mssql"));

        Cli.Ran ran = cli.run("inspect", "m.yaml", "--file", "0.sealed", "--format-file", "events.fmt");

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out().lines()).containsExactly("id\tname", "1\té", "2\t\\N");
        assertThat(ran.err()).contains("2 rows printed").contains("bcp").contains("events.fmt");
        assertThat(folder.resolve("events.fmt"))
                .content()
                .contains("SQLDECIMAL")
                .contains("SQLNCHAR");
    }

    @Test
    void aDamagedFileIsAClearError() throws IOException {
        byte[] bytes = Files.readAllBytes(sealed());
        Files.write(folder.resolve("0.sealed"), Arrays.copyOf(bytes, bytes.length - 3));
        Cli cli = new Cli(folder);
        cli.write("m.yaml", MANIFEST.formatted("mssql"));

        Cli.Ran ran = cli.run("inspect", "m.yaml", "--file", "0.sealed");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err()).contains("DPONE_SEALED_FILE_INVALID");
    }

    @Test
    void readsSqlServerFilesOnly() throws IOException {
        sealed();
        Cli cli = new Cli(folder);
        cli.write("m.yaml", MANIFEST.formatted("postgres"));

        Cli.Ran ran = cli.run("inspect", "m.yaml", "--file", "0.sealed");

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).contains("DPONE_SELECTION_INVALID");
    }
}
