package dev.dpone.sandbox.rows;

/**
 * Which rows a table is made of.
 *
 * @param count rows
 * @param seed what the values depend on beside the row's number
 * @param repeated whether every 13th row repeats the row before it
 */
public record MadeRows(long count, long seed, boolean repeated) {
    /** Rows of {@code n}, the row's number, and {@code h} and {@code g}, two hashes of it. */
    String numbers() {
        String number = repeated ? "number - (number % 13 = 12)" : "number";
        return "SELECT n, cityHash64(" + seed + ", n) AS h, cityHash64(n, " + seed + ", 1) AS g FROM (SELECT toUInt64("
                + number + ") AS n FROM numbers(" + count + "))";
    }
}
