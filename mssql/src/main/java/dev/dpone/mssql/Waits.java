package dev.dpone.mssql;

import java.time.Duration;

/**
 * How long to wait for others.
 *
 * @param connect for a server to answer
 * @param lock for a table's or row's lock; then {@code DPONE_TARGET_BUSY}
 * @param settle for a stage's writer to end by itself; then its session is killed
 */
record Waits(Duration connect, Duration lock, Duration settle) {
    static Waits defaults() {
        return new Waits(Duration.ofSeconds(15), Duration.ofSeconds(30), Duration.ofSeconds(5));
    }
}
