package dev.dpone.bench;

import java.util.List;
import java.util.Locale;

/** What repeated measurements of one thing came to. */
record Spread(double least, double median, double most) {
    static Spread of(List<Double> measured) {
        if (measured.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        List<Double> sorted = measured.stream().sorted().toList();
        int half = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        return new Spread(sorted.get(0), median, sorted.get(sorted.size() - 1));
    }

    /** The median with the range behind it, such as {@code 12.3 (11.9 to 14.0)}; three significant digits. */
    String text() {
        return digits(median) + " (" + digits(least) + " to " + digits(most) + ")";
    }

    static String digits(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
