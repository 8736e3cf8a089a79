/**
 * The ClickHouse source: an HTTP client of its own that never retries and proves the end of a stream, and a decoder of the
 * Native format into blocks of columns. Works with servers from 18.16 on.
 */
@NullMarked
package dev.dpone.clickhouse;

import org.jspecify.annotations.NullMarked;
