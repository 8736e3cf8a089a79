package dev.dpone.clickhouse;

import dev.dpone.clickhouse.HeapBudget.BlockTooLargeException;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.column.FixedColumn;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * LowCardinality: the block's own dictionary, then one key per row. When nullable, key 0 stands for NULL. Strings stay in
 * the dictionary's bytes, values of a fixed width are written out.
 */
final class DictionaryReader implements ColumnReader {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long VERSION = 1;
    private static final long GLOBAL_DICTIONARY = 1L << 8;
    private static final long OWN_KEYS = 1L << 9;
    private static final int MOST_KEY_BYTES = 4;

    private final ClickHouseType type;
    private int lastBytes;

    DictionaryReader(ClickHouseType type) {
        this.type = type;
    }

    @Override
    public int leastBytesPerRow() {
        return type.isText() ? 8 : type.width();
    }

    @Override
    public Column read(BlockInput in, int rows, HeapBudget budget) throws IOException, BlockTooLargeException {
        long version = in.readLong();
        long flags = in.readLong();
        int keyBytes = 1 << Math.min(flags & 0xFF, 8);
        boolean known = version == VERSION && (flags & GLOBAL_DICTIONARY) == 0 && (flags & OWN_KEYS) != 0;
        if (!known || keyBytes > MOST_KEY_BYTES) {
            throw BodyException.malformed("a LowCardinality column has a form that is unknown here");
        }
        return type.isText() ? text(in, rows, keyBytes, budget) : fixed(in, rows, keyBytes, budget);
    }

    private Column text(BlockInput in, int rows, int keyBytes, HeapBudget budget)
            throws IOException, BlockTooLargeException {
        int count = count(in, 8, budget);
        StringsBuilder dictionary = new StringsBuilder(budget, count, lastBytes + lastBytes / 16);
        in.readStrings(count, dictionary);
        lastBytes = dictionary.used();
        int[] keys = keys(in, rows, keyBytes, count, budget);
        byte[] nulls = nulls(keys, rows, budget);
        budget.take(rows, 4);
        int[] lengths = new int[rows];
        // The keys' own array becomes the starts: each key is read before its place is overwritten.
        for (int row = 0; row < rows; row++) {
            int key = keys[row];
            keys[row] = dictionary.start(key);
            lengths[row] = dictionary.length(key);
        }
        return new BytesColumn(dictionary.data(), keys, lengths, rows, nulls);
    }

    private Column fixed(BlockInput in, int rows, int keyBytes, HeapBudget budget)
            throws IOException, BlockTooLargeException {
        int width = type.width();
        int count = count(in, width, budget);
        budget.take(count, width);
        byte[] dictionary = in.readArray(count * width);
        int[] keys = keys(in, rows, keyBytes, count, budget);
        byte[] nulls = nulls(keys, rows, budget);
        budget.take(rows, width);
        byte[] data = new byte[rows * width];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(dictionary, keys[row] * width, data, row * width, width);
        }
        budget.giveBack((long) count * width + 4L * rows);
        return new FixedColumn(data, width, rows, nulls);
    }

    /** How many keys the dictionary has; asks the budget for them without taking the room yet. */
    private static int count(BlockInput in, int bytesEach, HeapBudget budget)
            throws IOException, BlockTooLargeException {
        long count = in.readLong();
        budget.take(count, bytesEach);
        budget.giveBack(count * bytesEach);
        return (int) count;
    }

    private static int[] keys(BlockInput in, int rows, int keyBytes, int count, HeapBudget budget)
            throws IOException, BlockTooLargeException {
        long declared = in.readLong();
        if (declared != rows) {
            throw BodyException.malformed("a LowCardinality column has " + declared + " keys for " + rows + " rows");
        }
        budget.take(rows, 4L + keyBytes);
        byte[] packed = in.readArray(rows * keyBytes);
        int[] keys = new int[rows];
        for (int row = 0; row < rows; row++) {
            int key = switch (keyBytes) {
                case 1 -> packed[row] & 0xFF;
                case 2 -> (short) SHORT.get(packed, row * 2) & 0xFFFF;
                default -> (int) INT.get(packed, row * 4);
            };
            if (key < 0 || key >= count) {
                throw BodyException.malformed("a LowCardinality column has a key outside its dictionary");
            }
            keys[row] = key;
        }
        budget.giveBack((long) rows * keyBytes);
        return keys;
    }

    private byte @Nullable [] nulls(int[] keys, int rows, HeapBudget budget) throws BlockTooLargeException {
        if (!type.nullable()) {
            return null;
        }
        budget.take(rows, 1);
        byte[] nulls = new byte[rows];
        for (int row = 0; row < rows; row++) {
            nulls[row] = (byte) (keys[row] == 0 ? 1 : 0);
        }
        return nulls;
    }
}
