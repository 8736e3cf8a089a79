package dev.dpone.clickhouse;

import dev.dpone.clickhouse.HeapBudget.BlockTooLargeException;
import dev.dpone.column.BytesColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects one column's strings: their bytes in one array, with starts and lengths. Charges a budget as it grows. */
final class StringsBuilder {
    private static final int LEAST_DATA = 4096;

    private final HeapBudget budget;
    private final int rows;
    private byte[] data;
    private int[] starts;
    private int[] lengths;
    private int used;

    /**
     * @param rows how many strings are to come, already known to fit the budget
     * @param expected bytes they are thought to take
     */
    StringsBuilder(HeapBudget budget, int rows, int expected) throws BlockTooLargeException {
        this.budget = budget;
        this.rows = rows;
        budget.take(rows, 8);
        starts = new int[Math.min(rows, BlockInput.TRUSTED / 8)];
        lengths = new int[starts.length];
        int size = (int) Math.min(Math.max(expected, LEAST_DATA), Math.max(0, budget.left()));
        budget.take(size, 1);
        data = new byte[size];
    }

    /** A string of {@code length} bytes, {@code ahead} bytes after those appended so far. */
    void add(int row, int ahead, int length) {
        if (row >= starts.length) {
            int size = (int) Math.min(rows, 2L * starts.length);
            starts = Arrays.copyOf(starts, size);
            lengths = Arrays.copyOf(lengths, size);
        }
        starts[row] = used + ahead;
        lengths[row] = length;
    }

    /** The length as an int, after asking whether so many bytes could fit at all. */
    int checked(long length) throws BlockTooLargeException {
        if (length > budget.left() + data.length - used) {
            throw new BlockTooLargeException();
        }
        return (int) length;
    }

    void append(byte[] source, int from, int count) throws BlockTooLargeException {
        room(count);
        System.arraycopy(source, from, data, used, count);
        used += count;
    }

    /**
     * The array, with free bytes after {@link #used()}: enough for {@code count}, or as many as may be allocated on a mere
     * declaration.
     */
    byte[] room(int count) throws BlockTooLargeException {
        int wanted = Math.min(count, Math.max(BlockInput.TRUSTED, used));
        if (data.length - used < wanted) {
            long least = (long) used + wanted - data.length;
            long more = Math.max(least, Math.min(data.length, budget.left()));
            budget.take(more, 1);
            data = Arrays.copyOf(data, Math.toIntExact(data.length + more));
        }
        return data;
    }

    int used() {
        return used;
    }

    int free() {
        return data.length - used;
    }

    void advance(int count) {
        used += count;
    }

    /** The column. An array much larger than its bytes is cut. */
    BytesColumn build(byte @Nullable [] nulls) {
        int spare = data.length - used;
        if (spare > used / 4 + LEAST_DATA) {
            data = Arrays.copyOf(data, used);
            budget.giveBack(spare);
        }
        return new BytesColumn(data, starts, lengths, rows, nulls);
    }

    int start(int row) {
        return starts[row];
    }

    int length(int row) {
        return lengths[row];
    }

    byte[] data() {
        return data;
    }
}
