package dev.dpone.manifest;

import dev.dpone.spi.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The columns a merged manifest speaks of. */
final class MergedColumns {
    private MergedColumns() {}

    /** {@code source.options.columns}. */
    static List<String> projection(Value merged) {
        return texts(merged, "source", "options", "columns");
    }

    /** {@code sink.strategy.unique_key}. */
    static List<String> uniqueKey(Value merged) {
        return texts(merged, "sink", "strategy", "unique_key");
    }

    private static List<String> texts(Value merged, String... keys) {
        List<String> texts = new ArrayList<>();
        if (merged.find(keys).orElse(merged) instanceof Items items) {
            items.values().forEach(item -> item.text().ifPresent(texts::add));
        }
        return texts;
    }

    /** {@code schema_contract.columns}, in the order of the projection where there is one. */
    static Map<String, String> contract(Value merged) {
        Map<String, String> authored = merged.find("schema_contract", "columns")
                .map(MergedColumns::textByColumn)
                .orElse(Map.of());
        Map<String, String> ordered = new LinkedHashMap<>();
        for (String column : projection(merged)) {
            Optional.ofNullable(authored.get(column)).ifPresent(type -> ordered.put(column, type));
        }
        authored.forEach(ordered::putIfAbsent);
        return ordered;
    }

    /** {@code sink.policies}. */
    static Map<String, Policy> policies(Value merged) {
        Map<String, Policy> policies = new LinkedHashMap<>();
        merged.entriesAt("sink", "policies")
                .forEach((column, entry) ->
                        PolicyShape.policy(entry.value()).ifPresent(policy -> policies.put(column, policy)));
        return policies;
    }

    /** Texts by column, each written alone or under {@code type}. */
    static Map<String, String> textByColumn(Value value) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (value instanceof Entries mapping) {
            mapping.entries()
                    .forEach((column, entry) -> entry.value()
                            .text()
                            .or(() -> entry.value().text("type"))
                            .ifPresent(text -> texts.put(column, text)));
        }
        return texts;
    }
}
