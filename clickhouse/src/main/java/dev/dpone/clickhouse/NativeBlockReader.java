package dev.dpone.clickhouse;

import dev.dpone.clickhouse.HeapBudget.BlockTooLargeException;
import dev.dpone.column.Block;
import dev.dpone.column.Column;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ReadLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decodes the Native format as servers send it to clients that name no protocol version: per block the counts of columns
 * and rows, per column its name, type and values. Checks every block's header. For one thread.
 */
final class NativeBlockReader {
    private static final int MOST_NAME_BYTES = 64 * 1024;
    private static final int MOST_TYPE_BYTES = 8 * 1024 * 1024;

    private final BlockInput in;
    private final HeaderCheck check;
    private final ReadLimits limits;
    /** Per column the header seen last and the reader it led to. */
    private final List<Known> known = new ArrayList<>();

    private record Known(String name, String type, ColumnReader reader) {}

    NativeBlockReader(BlockInput in, HeaderCheck check, ReadLimits limits) {
        this.in = in;
        this.check = check;
        this.limits = limits;
    }

    /** The next block with rows, or empty at the proven end. */
    Optional<Block> next() throws IOException {
        while (!in.atEnd()) {
            long columns = in.readVarint();
            long rows = in.readVarint();
            check.columns(columns);
            List<Column> read = new ArrayList<>();
            HeapBudget budget = new HeapBudget(limits.maxDecodedBlockBytes());
            for (int index = 0; index < columns; index++) {
                Known column = header(index);
                if (rows > 0) {
                    read.add(values(column, rows, budget));
                }
            }
            if (rows > 0 && columns > 0) {
                return Optional.of(new Block(read, (int) rows));
            }
        }
        return Optional.empty();
    }

    private Known header(int index) throws IOException {
        String name = in.readText(MOST_NAME_BYTES);
        String type = in.readText(MOST_TYPE_BYTES);
        if (index < known.size()) {
            Known last = known.get(index);
            if (last.name.equals(name) && last.type.equals(type)) {
                return last;
            }
        }
        Known column = new Known(name, type, ColumnReader.of(check.column(index, name, type)));
        if (index < known.size()) {
            known.set(index, column);
        } else {
            known.add(column);
        }
        return column;
    }

    private Column values(Known column, long rows, HeapBudget budget) throws IOException {
        try {
            if (rows > budget.left() / column.reader.leastBytesPerRow()) {
                throw new BlockTooLargeException();
            }
            return column.reader.read(in, (int) rows, budget);
        } catch (BlockTooLargeException e) {
            throw tooLarge(column.name, rows);
        }
    }

    private DponeException tooLarge(String column, long rows) {
        return new DponeException(
                ErrorCode.SOURCE_BLOCK_TOO_LARGE,
                "A block of " + rows + " rows takes more than " + limits.maxDecodedBlockBytes()
                        + " bytes of memory, passed in column " + Sql.identifier(column),
                rows == 1
                        ? "A single row is that large: shorten the value in source.options.query.sql."
                        : "Lower native_chunks.max_rows, which is sent as max_block_size (now " + limits.blockRows()
                                + "), so that the server sends smaller blocks, or shorten the values in"
                                + " source.options.query.sql.");
    }
}
