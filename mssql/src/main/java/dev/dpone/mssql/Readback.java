package dev.dpone.mssql;

import dev.dpone.column.RowBuffer;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TechnicalColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Digests of a table's rows as they landed, read through a SELECT and hashed here. Thread-safe. */
final class Readback {
    static final String METHOD = "readback";

    private final List<String> names;
    private final ResultReader[] readers;
    private final int business;
    private final boolean versioned;

    /**
     * What one pass saw.
     *
     * @param business digest over the business columns
     * @param full digest over business and technical columns
     * @param watermark the range of row versions, or empty where the table has none
     */
    record Sums(RowSum business, RowSum full, String watermark) {}

    private Readback(List<String> names, List<ResultReader> readers, int business, boolean versioned) {
        this.names = List.copyOf(names);
        this.readers = readers.toArray(new ResultReader[0]);
        this.business = business;
        this.versioned = versioned;
    }

    /** For a stage table. */
    static Readback ofStage(List<ColumnMapping> columns, Capabilities capabilities) {
        List<ResultReader> readers = columns.stream()
                .map(column -> ResultReader.of(
                        column.source().type(), WireColumn.of(column, capabilities.bulkConverts()), true))
                .toList();
        List<String> names = StageSql.columns(columns, TechnicalColumns.OFF);
        return new Readback(names, readers, readers.size(), StageSql.versioned(names, capabilities));
    }

    /** For the prepared table, which has the target's types. */
    static Readback ofPrepared(List<ColumnMapping> columns, TechnicalColumns technical, Capabilities capabilities) {
        List<String> names = StageSql.columns(columns, technical);
        return new Readback(
                names, published(columns, technical), columns.size(), StageSql.versioned(names, capabilities));
    }

    /** For the business columns of a target. */
    static Readback ofTarget(List<ColumnMapping> columns) {
        List<ResultReader> readers = published(columns, TechnicalColumns.OFF);
        return new Readback(StageSql.columns(columns, TechnicalColumns.OFF), readers, readers.size(), false);
    }

    private static List<ResultReader> published(List<ColumnMapping> columns, TechnicalColumns technical) {
        List<ResultReader> readers = new ArrayList<>();
        columns.forEach(
                column -> readers.add(ResultReader.of(column.source().type(), WireColumn.of(column, true), false)));
        if (technical == TechnicalColumns.MINIMAL) {
            readers.add(ResultReader.text());
            readers.add(ResultReader.instant());
        }
        return readers;
    }

    /** The statement whose rows are hashed. */
    static String select(String quotedTable, List<String> names, boolean versioned, LockMode lock) {
        return "SELECT " + Identifier.quotedList(names)
                + (versioned ? ", " + StageSql.VERSION_NUMBER : "")
                + " FROM " + quotedTable + lock.hint();
    }

    Sums read(Session session, String quotedTable, LockMode lock) throws SQLException {
        return session.stream(select(quotedTable, names, versioned, lock), this::digest);
    }

    private Sums digest(ResultSet rows) throws SQLException {
        boolean same = readers.length == business;
        RowDigester businessRows = new RowDigester();
        RowDigester fullRows = new RowDigester();
        VersionRange versions = VersionRange.NONE;
        RowBuffer row = new RowBuffer(1024);
        while (rows.next()) {
            row.clear();
            for (int i = 0; i < readers.length; i++) {
                if (i == business) {
                    businessRows.add(row);
                }
                readers[i].read(rows, i + 1, row);
            }
            (same ? businessRows : fullRows).add(row);
            if (versioned) {
                versions = versions.with(rows.getLong(readers.length + 1));
            }
        }
        RowSum sum = businessRows.sum();
        return new Sums(sum, same ? sum : fullRows.sum(), versioned ? versions.text() : "");
    }
}
