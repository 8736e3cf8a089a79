package dev.dpone.evidence.report;

import java.util.Locale;

/** Quantities for people. */
final class Units {
    private Units() {}

    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String duration(long nanos) {
        double seconds = nanos / 1e9;
        if (seconds >= 120) {
            long whole = Math.round(seconds);
            return whole >= 7200
                    ? whole / 3600 + " h " + whole % 3600 / 60 + " min"
                    : whole / 60 + " min " + whole % 60 + " s";
        } else if (seconds >= 10) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        } else if (seconds >= 1) {
            return String.format(Locale.ROOT, "%.2f s", seconds);
        }
        return nanos >= 10_000_000
                ? Math.round(nanos / 1e6) + " ms"
                : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    static String bytes(long bytes) {
        if (bytes >= 1_000_000_000) {
            return String.format(Locale.ROOT, "%.2f GB", bytes / 1e9);
        } else if (bytes >= 1_000_000) {
            return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
        }
        return bytes >= 1_000 ? String.format(Locale.ROOT, "%.1f kB", bytes / 1e3) : bytes + " B";
    }

    /** {@code 12 %}, and never 0 for what is there. */
    static String share(long part, long whole) {
        if (whole <= 0) {
            return "0 %";
        }
        double percent = 100.0 * part / whole;
        return part > 0 && percent < 1 ? "< 1 %" : Math.round(percent) + " %";
    }

    /** Rows a second, from rows and nanoseconds. */
    static long rate(long rows, long nanos) {
        return nanos <= 0 ? 0 : Math.round(rows * 1e9 / nanos);
    }

    /** A number for an axis: {@code 120k}. */
    static String axis(double value) {
        if (value >= 1e6) {
            return Markup.number(value / 1e6) + "M";
        }
        return value >= 1e3 ? Markup.number(value / 1e3) + "k" : Markup.number(value);
    }
}
