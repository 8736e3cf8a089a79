package dev.dpone.spi;

import dev.dpone.column.SourceColumn;
import java.util.List;

/** One source server. Methods may block on the network and throw {@code DPONE_SOURCE_*}. */
public interface Source extends AutoCloseable {
    ServerInfo server();

    /** Columns of the query's result before any treatment, by metadata statements only. Refuses the first unsupported type by name. */
    List<SourceColumn> describe(SourceQuery query);

    /**
     * Sends the one data query of a delivery. The stream's header must equal {@code columns} in names and types,
     * else {@code DPONE_SOURCE_SCHEMA_CHANGED}. Blocks tell of each treatment of the query which values it changed. Never
     * retried once sent.
     */
    SourceStream open(SourceQuery query, List<SourceColumn> columns, ReadLimits limits, String queryId);

    @Override
    void close();
}
