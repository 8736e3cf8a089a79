package dev.dpone.clickhouse;

import dev.dpone.column.Block;
import dev.dpone.column.SourceColumn;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.ReadLimits;
import dev.dpone.spi.Secret;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Sources for tests, and short ways to read from them. */
final class Sources {
    static final ReadLimits LIMITS = new ReadLimits(65_536, 1 << 20, 64 << 20);

    private Sources() {}

    /** A connection to a port of this machine. */
    static ConnectionSpec spec(int port, Map<String, String> settings) {
        return spec("127.0.0.1", port, settings);
    }

    static ConnectionSpec spec(String host, int port, Map<String, String> settings) {
        ClickHouseServer server = SharedServers.clickhouse();
        return new ConnectionSpec(
                "source",
                Optional.empty(),
                Optional.of(host),
                OptionalInt.of(port),
                Optional.empty(),
                Optional.of(server.username()),
                Optional.of(new Secret(server.password())),
                Optional.empty(),
                false,
                Optional.empty(),
                settings);
    }

    /** A connection without user, for servers that are not the sandbox's. */
    static ConnectionSpec anonymous(int port, Map<String, String> settings) {
        return new ConnectionSpec(
                "source",
                Optional.empty(),
                Optional.of("127.0.0.1"),
                OptionalInt.of(port),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                Optional.empty(),
                settings);
    }

    static ClickHouseSource real(Map<String, String> settings) {
        return new ClickHouseConnector().connect(spec(SharedServers.clickhouse().httpPort(), settings));
    }

    static SourceQuery query(String sql) {
        return new SourceQuery(new TableRef("default", "authored"), Optional.of(sql), List.of(), Optional.empty());
    }

    static String id() {
        return "dpone-test-" + UUID.randomUUID();
    }

    static List<SourceColumn> columns(String... namesAndTypes) {
        ClickHouseConnector connector = new ClickHouseConnector();
        List<SourceColumn> columns = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            columns.add(connector.column(namesAndTypes[i], namesAndTypes[i + 1]));
        }
        return columns;
    }

    /** Every value of the result, as {@link Cells} writes it. */
    static List<List<String>> read(ClickHouseSource source, String sql) {
        SourceQuery query = query(sql);
        List<SourceColumn> columns = source.describe(query);
        List<List<String>> rows = new ArrayList<>();
        try (SourceStream stream = source.open(query, columns, LIMITS, id())) {
            for (Optional<Block> next = stream.next(); next.isPresent(); next = stream.next()) {
                rows.addAll(Cells.rows(next.get(), columns));
            }
        }
        return rows;
    }

    /** Reads to the end and counts. */
    static long drain(SourceStream stream) {
        long rows = 0;
        for (Optional<Block> next = stream.next(); next.isPresent(); next = stream.next()) {
            rows += next.get().rows();
        }
        return rows;
    }
}
