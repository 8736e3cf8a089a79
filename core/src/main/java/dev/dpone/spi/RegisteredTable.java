package dev.dpone.spi;

import java.time.Instant;

/**
 * A stage or prepared table as dpone's registry in the target database has it.
 *
 * @param exists whether the registered table is still there; a row may outlive a table that was dropped by hand
 * @param bytes what it takes, 0 when it is gone
 */
public record RegisteredTable(TableRef table, String runId, boolean exists, long bytes, Instant createdAt) {}
