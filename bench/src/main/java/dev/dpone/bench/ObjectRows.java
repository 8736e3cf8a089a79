package dev.dpone.bench;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows as Java objects in memory, the way programs without a format of their own hand them to the driver. */
final class ObjectRows implements ISQLServerBulkData {
    private static final long serialVersionUID = 1L;

    private record Column(String name, int type, int precision, int scale) {}

    private final transient List<Column> columns;
    private final transient List<@Nullable Object[]> rows;
    private int current = -1;

    private ObjectRows(List<Column> columns, List<@Nullable Object[]> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /** All rows of a result. */
    static ObjectRows read(ResultSet result) throws SQLException {
        ResultSetMetaData meta = result.getMetaData();
        List<Column> columns = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            columns.add(
                    new Column(meta.getColumnName(i), meta.getColumnType(i), meta.getPrecision(i), meta.getScale(i)));
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (result.next()) {
            @Nullable Object[] row = new @Nullable Object[columns.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = result.getObject(i + 1);
            }
            rows.add(row);
        }
        return new ObjectRows(List.copyOf(columns), rows);
    }

    /** From the first row again. */
    ObjectRows start() {
        return new ObjectRows(columns, rows);
    }

    @Override
    public Set<Integer> getColumnOrdinals() {
        Set<Integer> ordinals = new LinkedHashSet<>();
        for (int i = 1; i <= columns.size(); i++) {
            ordinals.add(i);
        }
        return ordinals;
    }

    @Override
    public String getColumnName(int column) {
        return columns.get(column - 1).name();
    }

    @Override
    public int getColumnType(int column) {
        return columns.get(column - 1).type();
    }

    @Override
    public int getPrecision(int column) {
        return columns.get(column - 1).precision();
    }

    @Override
    public int getScale(int column) {
        return columns.get(column - 1).scale();
    }

    @Override
    public Object[] getRowData() {
        @SuppressWarnings("NullAway") // the driver takes null for NULL
        Object[] row = rows.get(current).clone();
        return row;
    }

    @Override
    public boolean next() {
        return ++current < rows.size();
    }
}
