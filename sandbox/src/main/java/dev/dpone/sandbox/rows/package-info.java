/** Tables that are made in ClickHouse for measurements, every value a function of its row's number and a seed. */
@NullMarked
package dev.dpone.sandbox.rows;

import org.jspecify.annotations.NullMarked;
