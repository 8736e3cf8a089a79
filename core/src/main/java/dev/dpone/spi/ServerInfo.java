package dev.dpone.spi;

/**
 * Who answered.
 *
 * @param product such as ClickHouse or PostgreSQL
 * @param version as the server tells it
 * @param identity what tells this server and database from any other, stable over restarts; part of the target identity
 */
public record ServerInfo(String product, String version, String identity) {}
