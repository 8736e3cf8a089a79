package dev.dpone.mssql;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows as the driver's bulk copy asks for them, one at a time. For one thread and one pass. */
final class BulkRows implements ISQLServerBulkData {
    private static final long serialVersionUID = 1L;

    private final transient WireColumn[] columns;
    private final transient Cursor cursor;
    private final transient @Nullable Object[] row;

    /** Where the rows come from. */
    interface Cursor {
        boolean next();

        /** The current row's value, or null. */
        @Nullable Object value(int column);
    }

    private BulkRows(List<WireColumn> columns, Cursor cursor) {
        this.columns = columns.toArray(new WireColumn[0]);
        this.cursor = cursor;
        this.row = new @Nullable Object[columns.size()];
    }

    static BulkRows of(List<WireColumn> columns, NativeBulkReader reader) {
        return new BulkRows(columns, new Cursor() {
            @Override
            public boolean next() {
                return reader.next();
            }

            @Override
            public @Nullable Object value(int column) {
                return reader.value(column);
            }
        });
    }

    /** Of the reader's rows those from one, counted from 0, to before another; NULL in all columns but one, if given. */
    static BulkRows part(
            List<WireColumn> columns, NativeBulkReader reader, long from, long to, OptionalInt onlyColumn) {
        return new BulkRows(columns, new Cursor() {
            private long next;

            @Override
            public boolean next() {
                while (next < from && reader.next()) {
                    next++;
                }
                return next++ < to && reader.next();
            }

            @Override
            public @Nullable Object value(int column) {
                return onlyColumn.orElse(column) == column ? reader.value(column) : null;
            }
        });
    }

    static BulkRows ofOne(List<WireColumn> columns, Object[] values) {
        return new BulkRows(columns, new Cursor() {
            private boolean read;

            @Override
            public boolean next() {
                boolean first = !read;
                read = true;
                return first;
            }

            @Override
            public Object value(int column) {
                return values[column];
            }
        });
    }

    List<String> names() {
        return java.util.Arrays.stream(columns).map(WireColumn::name).toList();
    }

    @Override
    public Set<Integer> getColumnOrdinals() {
        Set<Integer> ordinals = new LinkedHashSet<>();
        for (int i = 1; i <= columns.length; i++) {
            ordinals.add(i);
        }
        return ordinals;
    }

    @Override
    public String getColumnName(int column) {
        return columns[column - 1].name();
    }

    @Override
    public int getColumnType(int column) {
        return columns[column - 1].jdbcType();
    }

    @Override
    public int getPrecision(int column) {
        return columns[column - 1].length();
    }

    @Override
    public int getScale(int column) {
        return columns[column - 1].scale();
    }

    @Override
    public @Nullable Object[] getRowData() {
        for (int i = 0; i < columns.length; i++) {
            Object value = cursor.value(i);
            row[i] = value == null ? null : columns[i].sent(value);
        }
        return row;
    }

    @Override
    public boolean next() {
        return cursor.next();
    }
}
