package dev.dpone.sandbox.rows;

import java.util.Locale;

/** Kinds of rows to measure with; {@link ProfileTable} has their columns. */
public enum Profile {
    /** A few numbers. */
    NARROW(1_000_000),
    /** Forty columns of numbers, dates and short dictionary words. */
    WIDE(131_072),
    /** Text in several alphabets, 4-byte characters among it. */
    UNICODE(240_000),
    /** Exact numbers of all widths; an UInt64 is one of them, as PostgreSQL holds it in numeric. */
    DECIMAL(800_000),
    /** Four types, a third of the values NULL. */
    NULLABLE(600_000),
    /** A column of every family. */
    MIXED(200_000),
    /** Values of 1 MiB, for memory. */
    LONG(500),
    /** Most rows tiny, some of 100 kB; a few keys that most rows have; NULL and empty text in turns. */
    SKEWED(100_000);

    private final int rows;

    Profile(int rows) {
        this.rows = rows;
    }

    /** Rows for the benchmarks of single stages: about 30 MB of Native bytes. */
    public int rows() {
        return rows;
    }

    /** The name in options and of tables. */
    public String lowerCase() {
        return name().toLowerCase(Locale.ROOT);
    }
}
