package dev.dpone.spi;

/**
 * One attempt to import one sealed file into a stage table of its own.
 *
 * @param attempt 0 for the first
 * @param table the stage table's name in the staging schema, unique per attempt of any delivery
 */
public record StageAttempt(int ordinal, int attempt, String table) {}
