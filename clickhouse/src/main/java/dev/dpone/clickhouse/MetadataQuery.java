package dev.dpone.clickhouse;

import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.Column;
import dev.dpone.error.DponeException;
import dev.dpone.spi.ReadLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Small statements whose whole result is read: String columns as text, others as nothing. */
final class MetadataQuery {
    private static final ReadLimits LIMITS = new ReadLimits(65_536, 1 << 20, 16 << 20);

    private final Endpoint endpoint;
    private final TlsTrust trust;

    MetadataQuery(Endpoint endpoint, TlsTrust trust) {
        this.endpoint = endpoint;
        this.trust = trust;
    }

    /**
     * Runs a statement.
     *
     * @param what its name in messages
     */
    List<List<String>> rows(String sql, Map<String, String> settings, String what) {
        try (Exchange exchange = Exchange.send(endpoint, trust, new HttpRequest(sql, settings), what)) {
            try {
                return read(exchange);
            } catch (IOException e) {
                throw exchange.lastWords()
                        .map(words -> ServerFailure.of(endpoint.address(), what, words))
                        .orElseGet(() -> exchange.failure(e));
            } catch (DponeException e) {
                throw exchange.lastWords()
                        .map(words -> ServerFailure.of(endpoint.address(), what, words))
                        .orElse(e);
            }
        }
    }

    private static List<List<String>> read(Exchange exchange) throws IOException {
        NativeBlockReader reader = new NativeBlockReader(new BlockInput(exchange.answer()), HeaderCheck.none(), LIMITS);
        List<List<String>> rows = new ArrayList<>();
        for (Optional<Block> next = reader.next(); next.isPresent(); next = reader.next()) {
            Block block = next.get();
            for (int row = 0; row < block.rows(); row++) {
                List<String> values = new ArrayList<>();
                for (Column column : block.columns()) {
                    values.add(column instanceof BytesColumn text ? text(text, row) : "");
                }
                rows.add(values);
            }
        }
        return rows;
    }

    private static String text(BytesColumn column, int row) {
        return new String(column.data(), column.start(row), column.length(row), StandardCharsets.UTF_8);
    }
}
