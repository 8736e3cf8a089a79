package dev.dpone.spi;

import dev.dpone.column.Block;
import java.util.Optional;

/** The blocks of the one acquired query. */
public interface SourceStream extends AutoCloseable {
    /**
     * The next block (never one of zero rows), or empty once the end of the stream is proven. A stream that merely
     * stops throws {@code DPONE_SOURCE_TRUNCATED}; a failing server's own message is shown with
     * {@code DPONE_SOURCE_FAILED}. Called by one thread at a time; blocks until the server sends.
     */
    Optional<Block> next();

    /** Makes a blocked or later {@link #next} fail soon and stops the query on the server. From any thread, more than once. */
    void abort();

    /** Releases the connection. A stream that was not read to its end is aborted first. */
    @Override
    void close();
}
