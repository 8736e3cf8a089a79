package dev.dpone.postgres;

import dev.dpone.column.Block;
import dev.dpone.column.Column;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.RowFormat;
import java.util.List;

/** PostgreSQL's COPY BINARY: what {@code COPY table FROM STDIN (FORMAT binary)} reads. */
final class CopyBinaryFormat implements RowFormat {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0};

    /** Signature, flags and the length of a header extension, both zero. */
    static final int HEADER_BYTES = SIGNATURE.length + 8;

    private final ColumnWriter[] writers;

    CopyBinaryFormat(List<ColumnMapping> columns) {
        ColumnNames.check(columns);
        writers = columns.stream().map(ColumnWriters::of).toArray(ColumnWriter[]::new);
    }

    @Override
    public byte[] header() {
        return java.util.Arrays.copyOf(SIGNATURE, HEADER_BYTES);
    }

    @Override
    public byte[] trailer() {
        return new byte[] {(byte) 0xFF, (byte) 0xFF};
    }

    @Override
    public void sizes(Block block, int[] sizes) {
        List<Column> columns = columnsOf(block);
        ColumnWriter.begin(sizes, block.rows());
        for (int i = 0; i < writers.length; i++) {
            writers[i].addSizes(columns.get(i), sizes);
        }
    }

    @Override
    public void write(Block block, int row, RowBuffer out) {
        List<Column> columns = columnsOf(block);
        out.putShort(writers.length);
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
