package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The digest computed by SQL Server itself, on rows that were delivered there. Of the published vectors it has those without
 * NaN, which T-SQL cannot hold.
 */
@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class DigestOnServerTest {
    private static final int ROWS = 200;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
        Capabilities capabilities = scenario.target.capabilities();
        assumeTrue(
                capabilities.utf8Collations() && !capabilities.babelfish(),
                "the digest in T-SQL needs SQL Server 2019 or later, not " + capabilities.product());
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    /** Delivers the rows, then lets the server compute what is in the table. */
    private RowSum computed(Cells rows) throws IOException {
        scenario.prepare("run", rows).publish();
        TableRef table = new TableRef(scenario.server.schema, "events");
        try (Connection connection = scenario.server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(MssqlDigestSql.statement(table, rows.mappings()))) {
            row.next();
            BigInteger sum = BigInteger.ZERO;
            for (int word = 0; word < MssqlDigestSql.WORDS; word++) {
                sum = sum.shiftLeft(32).add(row.getBigDecimal(2 + word).toBigIntegerExact());
            }
            return RowSum.of(row.getLong(1), sum);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Row A of the published vectors, so many times. */
    private static Cells golden(int rows) {
        return new Cells()
                .with(Cells.named("i", Cells.integer(64, true)), times(rows, 1))
                .with(Cells.named("s", Cells.nullable(Cells.string())), times(rows, "Aé😀"))
                .with(Cells.named("d", Cells.decimal(9, 2)), times(rows, -150))
                .with(Cells.named("f", Cells.number(64)), times(rows, -0.0))
                .with(Cells.named("t", Cells.dateTime64(6)), times(rows, 1_789_302_896_123_456L))
                .with(
                        Cells.named("u", Cells.uuid()),
                        times(rows, UUID.fromString("00112233-4455-6677-8899-aabbccddeeff")))
                .with(Cells.named("e", Cells.date32()), times(rows, 0))
                .with(Cells.named("n", Cells.integer(64, false)), times(rows, new BigInteger("18446744073709551615")));
    }

    private static Object[] times(int rows, Object value) {
        Object[] values = new Object[rows];
        java.util.Arrays.fill(values, value);
        return values;
    }

    @Test
    void ofNoRowIsThePublishedOne() throws IOException {
        assertThat(computed(golden(0)).hex())
                .isEqualTo("d8f2762f20dc2c594a3c94c1e93dec28255507265d8f143a195b5ad15a10a8bf");
    }

    @Test
    void ofRowAIsThePublishedOne() throws IOException {
        assertThat(computed(golden(1)).hex())
                .isEqualTo("150b6691bbbec18685d3c9a06cca8da057bcc739f42202e727f1fc2c5266e961");
    }

    @Test
    void ofRandomRowsInTheColumnsOfTheGoldenFileIsTheEncoders() throws IOException {
        Cells rows = new Cells();
        RandomCells random = new RandomCells(11);
        for (ColumnMapping column : MssqlDigestSqlTest.columns()) {
            @Nullable Object[] values = random.values(column.source(), TypeMapping.target(column), ROWS);
            rows.as(column.source(), column.targetType(), values);
        }

        assertThat(computed(rows)).isEqualTo(Sealed.sum(rows));
    }
}
