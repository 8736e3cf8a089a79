package dev.dpone.clickhouse;

import dev.dpone.column.Block;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.ReadLimits;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** Decodes bytes in the Native format that the caller holds, as a data query's answer is decoded. For one thread. */
public final class NativeDecoder {
    private final NativeBlockReader reader;

    /**
     * @param in the bytes, whose end is taken for the proven end; not closed
     * @param columns what every block's header must name
     */
    public NativeDecoder(InputStream in, List<SourceColumn> columns, ReadLimits limits) {
        this.reader = new NativeBlockReader(new BlockInput(in), HeaderCheck.of(columns), limits);
    }

    /**
     * The next block (never one of zero rows), or empty at the end.
     *
     * @throws IOException for bytes that are not whole blocks of the Native format
     */
    public Optional<Block> next() throws IOException {
        return reader.next();
    }
}
