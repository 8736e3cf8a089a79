package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FormatFileTest {
    private static List<ColumnMapping> columns() {
        MssqlConnector connector = new MssqlConnector();
        List<ColumnMapping> columns = new ArrayList<>();
        columns.add(connector.map(Cells.named("id", Cells.integer(64, true)), Optional.empty()));
        columns.add(connector.map(Cells.named("a b", Cells.nullable(Cells.integer(64, false))), Optional.empty()));
        columns.add(connector.map(Cells.named("ok", Cells.bool()), Optional.empty()));
        columns.add(connector.map(Cells.named("note", Cells.string()), Optional.empty()));
        columns.add(connector.map(Cells.named("short", Cells.string()), Optional.of("nvarchar(20)")));
        columns.add(connector.map(
                Cells.named("narrow", Cells.string()),
                Optional.of("varchar(20) collate Latin1_General_100_BIN2_UTF8")));
        columns.add(connector.map(Cells.named("at", Cells.nullable(Cells.dateTime64(3))), Optional.empty()));
        columns.add(connector.map(Cells.named("raw", Cells.fixed(16)), Optional.empty()));
        return columns;
    }

    @Test
    void describesEveryFieldToBcp() {
        assertThat(FormatFile.text(columns())).isEqualTo("""
                        13.0
                        8
                        1       SQLBIGINT           0       8       ""   1     id                              ""
                        2       SQLDECIMAL          1       19      ""   2     column_2                        ""
                        3       SQLBIT              1       1       ""   3     ok                              ""
                        4       SQLNCHAR            8       0       ""   4     note                            ""
                        5       SQLNCHAR            2       40      ""   5     short                           ""
                        6       SQLCHAR             2       20      ""   6     narrow                          Latin1_General_100_BIN2_UTF8
                        7       SQLDATETIME2        1       8       ""   7     at                              ""
                        8       SQLBINARY           2       16      ""   8     raw                             ""
                        """);
    }

    @Test
    void printsTheCommandWithoutASecret() {
        NativeFile file = new NativeFile(Path.of("/work/it's/frame-0.bcp"), columns());
        assertThat(file.bcpCommand(new TableRef("dbo", "ev]ents"), Path.of("/work/frame.fmt")))
                .isEqualTo("bcp '[dbo].[ev]]ents]' in '/work/it'\\''s/frame-0.bcp' -f '/work/frame.fmt'"
                        + " -S \"$SERVER\" -d \"$DATABASE\" -U \"$LOGIN\" -k -m 1 -h TABLOCK"
                        + " -e '/work/it'\\''s/frame-0.bcp.rejected'");
    }
}
