package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.clickhouse.ClickHouseConnector;
import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SharedServers;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import dev.dpone.spi.Source;
import dev.dpone.spi.SourceQuery;
import dev.dpone.spi.TableRef;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a refusal of the published matrix says to select instead can be selected, and is a type that is read. */
class RefusedTypesTest {
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("BFloat16", "1.5"),
            Map.entry("Time", "'12:34:56'"),
            Map.entry("Time64(3)", "'12:34:56.789'"),
            Map.entry("Variant(Int32, String)", "'x'"),
            Map.entry("Dynamic", "5"),
            Map.entry("Point", "(1, 2)"),
            Map.entry("Ring", "[(0, 0), (1, 0), (1, 1)]"),
            Map.entry("LineString", "[(0, 0), (1, 0), (1, 1)]"),
            Map.entry("MultiLineString", "[[(0, 0), (1, 0), (1, 1)]]"),
            Map.entry("Polygon", "[[(0, 0), (1, 0), (1, 1)]]"),
            Map.entry("MultiPolygon", "[[[(0, 0), (1, 0), (1, 1)]]]"),
            Map.entry("Geometry", "CAST((1, 2), 'Point')"),
            Map.entry("AggregateFunction(sum, UInt64)", "arrayReduce('sumState', [toUInt64(5)])"),
            Map.entry("SimpleAggregateFunction(sum, UInt64)", "5"),
            Map.entry("IntervalDay", "toIntervalDay(3)"),
            Map.entry("QBit(Float32, 8)", "[1, 2, 3, 4, 5, 6, 7, 8]"),
            Map.entry("Nothing", "NULL"));

    static Stream<String> refused() {
        return TypeMatrix.TYPES.stream().filter(type -> !TypeMatrix.isRead(type));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatToSelectInsteadIsRead(String type) {
        String literal = VALUES.get(type);
        assertThat(literal).as("a value of " + type).isNotNull();
        String value = type.equals("Nothing") ? literal : "CAST(" + literal + ", '" + type + "')";
        ClickHouseServer server = SharedServers.clickhouse();
        ConnectionSpec connection = new ConnectionSpec(
                "source",
                Optional.empty(),
                Optional.of(server.httpUrl().getHost()),
                OptionalInt.of(server.httpPort()),
                Optional.empty(),
                Optional.of(server.username()),
                Optional.of(new Secret(server.password())),
                Optional.empty(),
                false,
                Optional.empty(),
                Map.of("enable_time_time64_type", "1", "allow_experimental_qbit_type", "1"));
        SourceQuery query = new SourceQuery(
                new TableRef("default", "authored"),
                Optional.of("SELECT " + TypeMatrix.expression(type) + " FROM (SELECT " + value + " AS c)"),
                List.of(),
                Optional.empty());
        try (Source source = new ClickHouseConnector().connect(connection)) {
            assertThat(source.describe(query)).hasSize(1);
        }
    }
}
