package dev.dpone.clickhouse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.column.Block;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.Treatment;
import dev.dpone.spi.ValueRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real source with queries whose columns are treated. */
final class TreatedSource {
    final ClickHouseSource source =
            Sources.real(Map.of("allow_suspicious_low_cardinality_types", "1", "enable_nullable_tuple_type", "1"));

    static ColumnMapping mapping(Treatment treatment) {
        return new ColumnMapping(treatment.delivered(), "t", "r", Optional.of(treatment));
    }

    /** The treatment of the column {@code v} of a query. */
    Treatment treatment(String sql, ValueRule rule) {
        SourceColumn origin = source.describe(Sources.query(sql)).get(1);
        return new Treatment(Policy.NULL, origin, rule, Optional.empty(), "e");
    }

    record Query(SourceQuery query, List<SourceColumn> columns) {}

    Query treated(String sql, Treatment treatment) {
        List<ColumnMapping> mappings =
                List.of(new ColumnMapping(source.describe(Sources.query(sql)).get(0), "t", "r"), mapping(treatment));
        return new Query(
                Sources.query(sql).treated(mappings),
                mappings.stream().map(ColumnMapping::source).toList());
    }

    interface RowSink {
        void row(Block block, List<SourceColumn> columns, int row);
    }

    void read(Query query, RowSink sink) {
        try (SourceStream stream = source.open(query.query(), query.columns(), Sources.LIMITS, Sources.id())) {
            for (Optional<Block> next = stream.next(); next.isPresent(); next = stream.next()) {
                assertThat(next.get().columns()).hasSize(query.columns().size());
                for (int row = 0; row < next.get().rows(); row++) {
                    sink.row(next.get(), query.columns(), row);
                }
            }
        }
    }
}
