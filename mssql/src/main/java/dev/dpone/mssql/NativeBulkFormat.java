package dev.dpone.mssql;

import dev.dpone.column.Block;
import dev.dpone.column.Column;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.RowFormat;
import java.util.Arrays;
import java.util.List;

/** SQL Server's native bulk format, as {@code bcp -n} reads it: the rows' fields back to back, and nothing else. */
final class NativeBulkFormat implements RowFormat {
    private final ColumnWriter[] writers;

    NativeBulkFormat(List<ColumnMapping> columns) {
        ColumnNames.check(columns);
        writers = columns.stream().map(ColumnWriters::of).toArray(ColumnWriter[]::new);
    }

    @Override
    public byte[] header() {
        return new byte[0];
    }

    @Override
    public byte[] trailer() {
        return new byte[0];
    }

    @Override
    public void sizes(Block block, int[] sizes) {
        List<Column> columns = columnsOf(block);
        Arrays.fill(sizes, 0, block.rows(), 0);
        for (int i = 0; i < writers.length; i++) {
            writers[i].addSizes(columns.get(i), sizes);
        }
    }

    @Override
    public void write(Block block, int row, RowBuffer out) {
        List<Column> columns = columnsOf(block);
        for (int i = 0; i < writers.length; i++) {
            writers[i].write(columns.get(i), row, out);
        }
    }

    private List<Column> columnsOf(Block block) {
        List<Column> columns = block.columns();
        if (columns.size() != writers.length) {
            throw new IllegalArgumentException(
                    "The block must have " + writers.length + " columns, but has " + columns.size());
        }
        return columns;
    }
}
