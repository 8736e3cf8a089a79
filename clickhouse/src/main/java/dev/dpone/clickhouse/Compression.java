package dev.dpone.clickhouse;

import java.util.Map;

/** How the server packs its answer: value of the connection setting {@code compression}. */
enum Compression {
    NONE("none"),
    /** HTTP Content-Encoding. */
    GZIP("gzip"),
    /** ClickHouse's own framing of LZ4 blocks, each with a CityHash128 checksum. */
    LZ4("lz4");

    private final String label;

    Compression(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** Server settings it needs. */
    Map<String, String> settings() {
        return switch (this) {
            case NONE -> Map.of("enable_http_compression", "0");
            case GZIP -> Map.of("enable_http_compression", "1", "http_zlib_compression_level", "1");
            case LZ4 -> Map.of("enable_http_compression", "0", "network_compression_method", "LZ4");
        };
    }
}
