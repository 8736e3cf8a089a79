package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Stages;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server refuses a value of a sealed file: its row and column are found. */
@EnabledIfEnvironmentVariable(
        named = TestServer.VARIABLE,
        matches = ".+",
        disabledReason = "no SQL Server: DPONE_TEST_MSSQL_URL is not set")
class RefusedValueTest {
    private static final int ROWS = 21;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Scenario scenario;

    @BeforeEach
    void open() {
        scenario = new Scenario(folder);
    }

    @AfterEach
    void close() {
        scenario.close();
    }

    /** Texts of which one is another. */
    private static Cells rows(int at, String other) {
        return rows("fine", at, other);
    }

    private static Cells rows(String all, int at, String other) {
        Object[] ids = new Object[ROWS];
        Object[] notes = new Object[ROWS];
        Object[] marks = new Object[ROWS];
        for (int i = 0; i < ROWS; i++) {
            ids[i] = i;
            notes[i] = "fine";
            marks[i] = i == at ? other : all;
        }
        return new Cells()
                .with(Scenario.id(), ids)
                .as(Cells.named("note", Cells.string()), "nvarchar(40)", notes)
                .as(Cells.named("mark", Cells.string()), "nvarchar(40)", marks);
    }

    private String found(Cells rows, String markType) throws IOException, SQLException {
        List<WireColumn> columns = WireColumn.of(rows.mappings(), true);
        WireColumn mark = columns.get(2);
        WireColumn narrow = new WireColumn(
                mark.name(), mark.type(), markType, mark.jdbcType(), mark.length(), mark.scale(), mark.prepared());
        try (Sessions sessions = new Sessions(ConnectionSettings.of(scenario.server.spec()), TestServer.WAITS)) {
            return new RefusedValue(
                            sessions,
                            rows.mappings(),
                            List.of(columns.get(0), columns.get(1), narrow),
                            Sealed.file(rows, folder, 0),
                            () -> {})
                    .find();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, ROWS - 1})
    void findsTheRowAndTheColumn(int at) throws IOException, SQLException {
        assertThat(found(rows("2026-01-31", at, "2026-01-32"), "date"))
                .isEqualTo("row " + (at + 1) + " of the chunk, column mark");
    }

    @Test
    void findsWhatTheDriverRefusesToSend() throws IOException, SQLException {
        assertThat(found(rows(10, "too long for it"), "nvarchar(5)")).isEqualTo("row 11 of the chunk, column mark");
    }

    @Test
    void findsNothingWhereTheServerTakesAll() throws IOException, SQLException {
        assertThat(found(rows(3, "fine as well"), "nvarchar(40)")).isEmpty();
    }

    @Test
    void anImportNamesTheValueThatTheServerRefused() throws IOException {
        assumeTrue(
                scenario.target.capabilities().babelfish(),
                "what SQL Server refuses is refused before it is sent; Babelfish holds no U+0000");
        Cells rows = rows(7, "a\0b");
        DeliveryId id = scenario.open(rows, "run");
        Stages stages = scenario.target.deliver(scenario.plan(rows), id).stages();
        SealedFile file = Sealed.file(rows, folder, 0);

        assertThatThrownBy(() -> stages.importFile(file, new StageAttempt(0, 0, "s0")))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.VALUE_REJECTED);
                    assertThat(e.getMessage())
                            .startsWith("Cannot import chunk 0: row 8 of the chunk, column mark: it ");
                });
        stages.settle(new StageAttempt(0, 0, "s0"));
        assertThat(scenario.server.exists(scenario.stage("s0"))).isFalse();
    }
}
