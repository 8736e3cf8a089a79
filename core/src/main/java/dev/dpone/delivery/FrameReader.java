package dev.dpone.delivery;

import dev.dpone.column.Block;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.Limit;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.SourceStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts the source's blocks into frames. A frame ends before the row that would take it past {@code max_rows} or
 * {@code max_bytes}; the same bound holds for its share of the decoded blocks, so that heap is bounded too. What is left
 * of a block waits for the next call. For one thread at a time.
 */
final class FrameReader implements FrameSource {
    private static final int[] NONE = new int[0];
    private static final Block EMPTY = new Block(List.of(), 0);

    private final SourceStream stream;
    private final RowFormat format;
    private final NativeChunkLimits limits;

    private Block block = EMPTY;
    private int[] sizes = NONE;
    private int position;
    private boolean ended;
    private int ordinal;
    private long rowsCut;

    FrameReader(SourceStream stream, RowFormat format, NativeChunkLimits limits) {
        this.stream = stream;
        this.format = format;
        this.limits = limits;
    }

    @Override
    public Optional<Frame> next() {
        List<Frame.Slice> slices = new ArrayList<>();
        long bytes = 0;
        long decoded = 0;
        int rows = 0;
        int largest = 0;
        boolean full = false;
        while (!full && (position < block.rows() || nextBlock())) {
            int from = position;
            long decodedPerRow = Math.max(1, block.retainedBytes() / block.rows());
            while (position < block.rows()) {
                int size = sizes[position];
                checkRow(size, rowsCut + rows + 1);
                full = rows == limits.maxRows()
                        || bytes + size > limits.maxBytes()
                        || (rows > 0 && decoded + decodedPerRow > limits.maxBytes());
                if (full) {
                    break;
                }
                bytes += size;
                decoded += decodedPerRow;
                largest = Math.max(largest, size);
                rows++;
                position++;
            }
            if (position > from) {
                slices.add(new Frame.Slice(block, from, position));
            }
        }
        if (rows == 0) {
            return Optional.empty();
        }
        Frame frame = new Frame(ordinal++, rowsCut + 1, slices, rows, bytes, largest);
        rowsCut += rows;
        return Optional.of(frame);
    }

    private boolean nextBlock() {
        block = EMPTY;
        position = 0;
        if (ended) {
            return false;
        }
        Optional<Block> next = stream.next();
        if (next.isEmpty()) {
            ended = true;
            return false;
        }
        block = next.get();
        if (sizes.length < block.rows()) {
            sizes = new int[block.rows()];
        }
        format.sizes(block, sizes);
        return true;
    }

    private void checkRow(int size, long row) {
        if (size > limits.maxRowBytes()) {
            throw new DponeException(
                    ErrorCode.ROW_TOO_LARGE,
                    "Row " + row + " takes " + size + " bytes, more than max_row_bytes (" + limits.maxRowBytes() + ")",
                    "Raise " + Limit.MAX_ROW_BYTES.key() + " (up to max_bytes), or shorten the value in the query.");
        }
    }
}
