package dev.dpone.column;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Values of varying length: row {@code r} is {@code lengths[r]} bytes from {@code data[starts[r]]}. Rows may share bytes,
 * as those of a dictionary do.
 */
public final class BytesColumn implements Column {
    private final byte[] data;
    private final int[] starts;
    private final int[] lengths;
    private final int rows;
    private final byte @Nullable [] nulls;

    public BytesColumn(byte[] data, int[] starts, int[] lengths, int rows, byte @Nullable [] nulls) {
        this.data = requireNonNull(data, "data is null");
        if (starts.length < rows || lengths.length < rows || (nulls != null && nulls.length < rows)) {
            throw new IllegalArgumentException("starts, lengths and nulls must cover " + rows + " rows");
        }
        this.starts = starts;
        this.lengths = lengths;
        this.rows = rows;
        this.nulls = nulls;
    }

    /** The live bytes. Not to be changed. */
    public byte[] data() {
        return data;
    }

    /** Where the row's bytes begin in {@link #data()}. */
    public int start(int row) {
        return starts[row];
    }

    /** How many bytes the row has. */
    public int length(int row) {
        return lengths[row];
    }

    @Override
    public int rows() {
        return rows;
    }

    @Override
    public byte @Nullable [] nulls() {
        return nulls;
    }

    @Override
    public long retainedBytes() {
        return data.length + 4L * starts.length + 4L * lengths.length + (nulls == null ? 0 : nulls.length);
    }
}
