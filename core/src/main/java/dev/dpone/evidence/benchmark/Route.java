package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The way rows take: from ClickHouse by the bounded native route into a sink. */
public record Route(Sink sink, Strategy strategy) {
    private static final String SOURCE = "clickhouse";
    private static final String MODE = "bounded_native";

    public Route {
        requireNonNull(sink, "sink is null");
        requireNonNull(strategy, "strategy is null");
    }

    /** Where rows end up. */
    public enum Sink implements Word {
        MSSQL,
        POSTGRES;

        @Override
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How they change what is there. */
    public enum Strategy implements Word {
        FULL_REFRESH,
        PARTITION_REPLACE;

        @Override
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("source", SOURCE);
        fields.put("sink", sink.id());
        fields.put("strategy", strategy.id());
        fields.put("mode", MODE);
        return fields;
    }

    static Route read(StrictObject json) {
        json.literal("source", SOURCE);
        json.literal("mode", MODE);
        return new Route(json.word("sink", Sink.values()), json.word("strategy", Strategy.values()));
    }

    @Override
    public String toString() {
        return SOURCE + " to " + sink.id() + ", " + strategy.id();
    }
}
