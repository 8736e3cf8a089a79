package dev.dpone.spi;

/**
 * What the publication did to the target.
 *
 * @param how such as {@code create}, {@code truncate}, {@code delete} or {@code insert}
 * @param deletedRows rows removed; -1 where the engine does not count them (TRUNCATE)
 * @param insertedRows rows the target reports as inserted
 */
public record Mutation(String how, long deletedRows, long insertedRows) {}
