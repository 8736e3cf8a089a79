package dev.dpone.postgres;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TechnicalColumns;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Digests of a table's rows as they landed, read through COPY BINARY. Thread-safe. */
final class Readback {
    static final String METHOD = "readback";

    private final List<String> names;
    private final FieldReader[] fields;
    private final int business;

    /**
     * Both digests of one pass.
     *
     * @param business over the business columns
     * @param full over business and technical columns
     */
    record Sums(RowSum business, RowSum full) {}

    Readback(List<ColumnMapping> columns, TechnicalColumns technical) {
        this.names = ColumnNames.all(columns, technical);
        this.business = columns.size();
        List<FieldReader> readers = new ArrayList<>();
        columns.forEach(column -> readers.add(FieldReader.of(column.source())));
        if (technical == TechnicalColumns.MINIMAL) {
            readers.add(FieldReader.bytes());
            readers.add(FieldReader.instant(TechnicalColumns.LOADED_AT));
        }
        this.fields = readers.toArray(new FieldReader[0]);
    }

    Sums read(Session session, String quotedTable) throws SQLException {
        boolean same = fields.length == business;
        RowDigester businessRows = new RowDigester();
        RowDigester fullRows = new RowDigester();
        CopyBinaryReader reader = new CopyBinaryReader(fields, business, new CopyBinaryReader.RowSink() {
            @Override
            public void business(RowBuffer row) {
                businessRows.add(row);
            }

            @Override
            public void full(RowBuffer row) {
                if (!same) {
                    fullRows.add(row);
                }
            }
        });
        session.copyOut(TableSql.copyOut(quotedTable, names), reader::accept);
        reader.finish();
        RowSum sum = businessRows.sum();
        return new Sums(sum, same ? sum : fullRows.sum());
    }
}
