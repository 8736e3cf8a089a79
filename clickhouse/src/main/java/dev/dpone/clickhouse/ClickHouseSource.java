package dev.dpone.clickhouse;

import dev.dpone.column.SourceColumn;
import dev.dpone.digest.RowSum;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ReadLimits;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.Source;
import dev.dpone.spi.SourceQuery;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One ClickHouse server. Every statement has a connection of its own, so that nothing needs closing between them. */
public final class ClickHouseSource implements Source {
    private static final Logger log = LoggerFactory.getLogger(ClickHouseSource.class);
    private static final int KILL_MILLIS = 5_000;

    private final ClickHouseConnector connector;
    private final Endpoint endpoint;
    private final TlsTrust trust;
    private final MetadataQuery metadata;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ServerFacts facts;
    private boolean lz4Proven;
    private boolean digestProven;

    ClickHouseSource(ClickHouseConnector connector, Endpoint endpoint) {
        this.connector = connector;
        this.endpoint = endpoint;
        this.trust = new TlsTrust(endpoint);
        this.metadata = new MetadataQuery(endpoint, trust);
    }

    @Override
    public ServerInfo server() {
        return facts().info();
    }

    private ServerFacts facts() {
        lock.lock();
        try {
            if (facts == null) {
                facts = ServerFacts.ask(metadata);
            }
            return facts;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<SourceColumn> describe(SourceQuery query) {
        Map<String, String> settings = QuerySettings.metadata(endpoint, facts().settings());
        List<SourceColumn> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (List<String> row : metadata.rows(DataQuery.describe(query), settings, "DESCRIBE")) {
            SourceColumn column = connector.column(row.get(0), row.get(1));
            if (!names.add(column.name())) {
                throw new DponeException(
                        ErrorCode.MANIFEST_INVALID,
                        "The query's result has two columns named " + Sql.identifier(column.name()),
                        "Give each column of source.options.query.sql a name of its own with AS.");
            }
            columns.add(column);
        }
        return columns;
    }

    @Override
    public ClickHouseStream open(SourceQuery query, List<SourceColumn> columns, ReadLimits limits, String queryId) {
        String sql = connector.dataQuery(query, columns);
        if (endpoint.compression() == Compression.LZ4) {
            proveLz4();
        }
        Map<String, String> parameters = new TreeMap<>(QuerySettings.data(endpoint, limits, facts().settings()));
        parameters.put("query_id", queryId);
        Exchange exchange = Exchange.send(endpoint, trust, new HttpRequest(sql, parameters), "query " + queryId);
        return new ClickHouseStream(
                exchange,
                new Answer(DataQuery.answered(query, columns), columns.size()),
                limits,
                queryId,
                () -> kill(queryId));
    }

    /** Some old servers answer compressed requests with nothing at all, which would look like an empty result. */
    private void proveLz4() {
        lock.lock();
        try {
            if (!lz4Proven
                    && metadata.rows("SELECT 'x'", Map.of("compress", "1"), "the query that tries LZ4")
                            .isEmpty()) {
                throw new DponeException(
                        ErrorCode.SOURCE_REFUSED,
                        "ClickHouse " + facts().info().version() + " at " + endpoint.address()
                                + " answers compression: lz4 with nothing",
                        "Set compression to gzip or none in the connection's settings.");
            }
            lz4Proven = true;
        } finally {
            lock.unlock();
        }
    }

    /** Never throws: the query may be over already, or the user may lack the right to stop it. */
    private void kill(String queryId) {
        try {
            new MetadataQuery(endpoint.patientFor(KILL_MILLIS), trust)
                    .rows("KILL QUERY WHERE query_id = " + Sql.literal(queryId) + " ASYNC", Map.of(), "KILL QUERY");
        } catch (DponeException e) {
            log.atWarn()
                    .addKeyValue("query_id", queryId)
                    .addKeyValue("reason", e.getMessage())
                    .log("query not killed");
        }
    }

    /**
     * The digest of the query's rows, computed by the server itself, which first has to show that it gets known rows right.
     * Reads the rows on the server once more: not for the data query's own snapshot.
     */
    public RowSum digest(SourceQuery query, List<SourceColumn> columns) {
        ClickHouseDigestSql digest = new ClickHouseDigestSql(columns);
        String sql = digest.over(connector.dataQuery(query, columns));
        proveDigest();
        return sum(sql, "the digest query");
    }

    private void proveDigest() {
        lock.lock();
        try {
            Set<String> missing = new HashSet<>(ClickHouseDigestSql.FUNCTIONS);
            missing.removeAll(facts().functions());
            boolean able = missing.isEmpty();
            if (!digestProven && able) {
                able = sum(GoldenRows.DIGEST_QUERY, "the digest query of known rows")
                        .hex()
                        .equals(GoldenRows.DIGEST);
                digestProven = able;
            }
            if (!able) {
                throw new DponeException(
                        ErrorCode.SOURCE_REFUSED,
                        "ClickHouse " + facts().info().version() + " at " + endpoint.address() + " cannot compute "
                                + RowSum.ALGORITHM,
                        "Compare with a server of version 22.8 or later.");
            }
        } finally {
            lock.unlock();
        }
    }

    private RowSum sum(String sql, String what) {
        List<String> row = metadata.rows(sql, QuerySettings.metadata(endpoint, facts().settings()), what)
                .get(0);
        return RowSum.of(Long.parseLong(row.get(0)), new BigInteger(row.get(1)));
    }

    /** Nothing to release: streams are closed on their own. */
    @Override
    public void close() {}
}
