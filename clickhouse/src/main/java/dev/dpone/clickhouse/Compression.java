package dev.dpone.clickhouse;

import java.util.Map;

/** How the server packs its answer: value of the connection setting {@code compression}. */
enum Compression {
    NONE("none", Map.of("enable_http_compression", "0")),
    /** HTTP Content-Encoding. */
    GZIP("gzip", Map.of("enable_http_compression", "1", "http_zlib_compression_level", "1")),
    /** ClickHouse's own framing of LZ4 blocks, each with a CityHash128 checksum. */
    LZ4("lz4", Map.of("enable_http_compression", "0", "network_compression_method", "LZ4"));

    private final String label;
    private final Map<String, String> settings;

    Compression(String label, Map<String, String> settings) {
        this.label = label;
        this.settings = settings;
    }

    String label() {
        return label;
    }

    /** Server settings it needs. */
    Map<String, String> settings() {
        return settings;
    }
}
