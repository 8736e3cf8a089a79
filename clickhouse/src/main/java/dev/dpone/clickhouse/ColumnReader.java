package dev.dpone.clickhouse;

import dev.dpone.clickhouse.HeapBudget.BlockTooLargeException;
import dev.dpone.column.Column;
import dev.dpone.column.FixedColumn;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads one column's part of a block. Chosen once per column; for one thread. */
sealed interface ColumnReader permits ColumnReader.Fixed, ColumnReader.Text, DictionaryReader {

    Column read(BlockInput in, int rows, HeapBudget budget) throws IOException, BlockTooLargeException;

    /** Least heap bytes that one row takes. */
    int leastBytesPerRow();

    static ColumnReader of(ClickHouseType type) {
        if (type.lowCardinality()) {
            return new DictionaryReader(type);
        }
        return type.isText() ? new Text(type.nullable()) : new Fixed(type.width(), type.nullable());
    }

    private static byte @Nullable [] nulls(BlockInput in, int rows, HeapBudget budget, boolean nullable)
            throws IOException, BlockTooLargeException {
        if (!nullable) {
            return null;
        }
        budget.take(rows, 1);
        return in.readArray(rows);
    }

    /** Values of one width: one run of bytes. */
    record Fixed(int width, boolean nullable) implements ColumnReader {
        @Override
        public Column read(BlockInput in, int rows, HeapBudget budget) throws IOException, BlockTooLargeException {
            byte[] nulls = nulls(in, rows, budget, nullable);
            budget.take(rows, width);
            return new FixedColumn(in.readArray(Math.multiplyExact(rows, width)), width, rows, nulls);
        }

        @Override
        public int leastBytesPerRow() {
            return width + (nullable ? 1 : 0);
        }
    }

    /** Strings, each after its length. */
    final class Text implements ColumnReader {
        private final boolean nullable;
        private int lastBytes;

        Text(boolean nullable) {
            this.nullable = nullable;
        }

        @Override
        public Column read(BlockInput in, int rows, HeapBudget budget) throws IOException, BlockTooLargeException {
            byte[] nulls = nulls(in, rows, budget, nullable);
            StringsBuilder strings = new StringsBuilder(budget, rows, lastBytes + lastBytes / 16);
            in.readStrings(rows, strings);
            lastBytes = strings.used();
            return strings.build(nulls);
        }

        @Override
        public int leastBytesPerRow() {
            return nullable ? 9 : 8;
        }
    }
}
