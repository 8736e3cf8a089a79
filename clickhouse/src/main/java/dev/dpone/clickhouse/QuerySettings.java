package dev.dpone.clickhouse;

import dev.dpone.spi.ReadLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings sent with a statement. Those a complete and exact result depends on are fixed; no user setting may touch
 * them. Only names that the server lists itself are sent, as old ones refuse what they don't know.
 */
final class QuerySettings {
    private static final String SEND_TIMEOUT_SECONDS = "21600";

    /** Never to be changed by a user: each of them could drop rows, change their form, or answer with other rows. */
    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("extremes", "0"),
            Map.entry("limit", "0"),
            Map.entry("offset", "0"),
            Map.entry("use_query_cache", "0"),
            Map.entry("skip_unavailable_shards", "0"),
            Map.entry("partial_result_on_first_cancel", "0"),
            Map.entry("read_overflow_mode", "throw"),
            Map.entry("read_overflow_mode_leaf", "throw"),
            Map.entry("result_overflow_mode", "throw"),
            Map.entry("timeout_overflow_mode", "throw"),
            Map.entry("timeout_overflow_mode_leaf", "throw"),
            Map.entry("group_by_overflow_mode", "throw"),
            Map.entry("sort_overflow_mode", "throw"),
            Map.entry("set_overflow_mode", "throw"),
            Map.entry("join_overflow_mode", "throw"),
            Map.entry("distinct_overflow_mode", "throw"),
            Map.entry("transfer_overflow_mode", "throw"),
            Map.entry("session_timezone", "UTC"),
            Map.entry("cancel_http_readonly_queries_on_client_close", "1"),
            Map.entry("http_write_exception_in_output_format", "0"),
            Map.entry("send_progress_in_http_headers", "0"),
            Map.entry("low_cardinality_allow_in_native_format", "1"),
            Map.entry("output_format_native_encode_types_in_binary_format", "0"));

    /** Set by dpone from its limits and its own options, by other names than a server setting's or by another way. */
    private static final Set<String> RESERVED = Set.of(
            "max_block_size",
            "preferred_block_size_bytes",
            "enable_http_compression",
            "network_compression_method",
            "wait_end_of_query",
            "buffer_size",
            "http_response_buffer_size",
            "query",
            "query_id",
            "database",
            "default_format",
            "user",
            "password",
            "compress",
            "decompress",
            "client_protocol_version",
            "session_id",
            "session_timeout",
            "session_check",
            "stacktrace",
            "add_http_cors_header");

    /** Defaults that a user may change. */
    private static final Map<String, String> DEFAULTS =
            Map.of("http_send_timeout", SEND_TIMEOUT_SECONDS, "send_timeout", SEND_TIMEOUT_SECONDS);

    private QuerySettings() {}

    static boolean isFixed(String name) {
        return FIXED.containsKey(name) || RESERVED.contains(name);
    }

    /** Every server setting that dpone may send, for asking the server which of them it has. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>(FIXED.keySet());
        names.addAll(DEFAULTS.keySet());
        names.add("max_block_size");
        names.add("preferred_block_size_bytes");
        for (Compression compression : Compression.values()) {
            names.addAll(compression.settings().keySet());
        }
        return names;
    }

    /** For a metadata statement. */
    static Map<String, String> metadata(Endpoint endpoint, Set<String> known) {
        Map<String, String> settings = new TreeMap<>(FIXED);
        settings.keySet().retainAll(known);
        settings.putAll(endpoint.settings());
        return settings;
    }

    /** For the one data query. */
    static Map<String, String> data(Endpoint endpoint, ReadLimits limits, Set<String> known) {
        Map<String, String> settings = new TreeMap<>(FIXED);
        settings.putAll(DEFAULTS);
        settings.putAll(endpoint.compression().settings());
        settings.put("max_block_size", Long.toString(limits.blockRows()));
        settings.put("preferred_block_size_bytes", Long.toString(limits.preferredBlockBytes()));
        settings.keySet().retainAll(known);
        settings.putAll(endpoint.settings());
        if (endpoint.compression() == Compression.LZ4) {
            settings.put("compress", "1");
        }
        return settings;
    }

    /** The parts of {@code names} in a list literal. */
    static String listed(Set<String> names) {
        List<String> literals = new ArrayList<>();
        for (String name : names) {
            literals.add(Sql.literal(name));
        }
        return String.join(", ", literals);
    }
}
