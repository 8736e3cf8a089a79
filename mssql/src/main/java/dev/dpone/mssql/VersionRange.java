package dev.dpone.mssql;

import java.util.Optional;

/**
 * The lowest and highest rowversion of a table's rows. Whatever is written later gets a higher one on SQL Server, where they
 * count the database's changes; on Babelfish, where they number transactions, one that is not in the range.
 */
record VersionRange(long lowest, long highest) {
    /** Of a table without rows. */
    static final VersionRange NONE = new VersionRange(Long.MAX_VALUE, 0);

    VersionRange with(long version) {
        return version >= lowest && version <= highest
                ? this
                : new VersionRange(Math.min(lowest, version), Math.max(highest, version));
    }

    /** The range as receipts carry it. */
    String text() {
        return lowest + "-" + highest;
    }

    static Optional<VersionRange> parse(String text) {
        int dash = text.indexOf('-');
        if (!text.matches("\\d{1,19}-\\d{1,19}")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new VersionRange(
                    Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
