package dev.dpone.manifest;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word a mistyped one was probably meant to be. */
final class Nearest {
    private static final int LONGEST = 64;
    private static final int MOST = 200;

    private Nearest() {}

    /** The closest of the known words, if one is within a third of its length; none among very many or for long words. */
    static Optional<String> to(String word, Collection<String> known) {
        if (word.length() > LONGEST || known.size() > MOST) {
            return Optional.empty();
        }
        String lower = word.toLowerCase(Locale.ROOT).replace('-', '_');
        return known.stream()
                .filter(candidate -> near(lower, candidate))
                .min(Comparator.comparingInt((String candidate) -> distance(lower, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static boolean near(String word, String candidate) {
        int most = Math.max(1, candidate.length() / 3);
        return Math.abs(word.length() - candidate.length()) <= most && distance(word, candidate) <= most;
    }

    /** Edits between two words, where swapping neighbours is one edit. */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int i, int j) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int best = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + change);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
