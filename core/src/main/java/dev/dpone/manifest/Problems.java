package dev.dpone.manifest;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** All that is wrong with one file: the first problem of each place and path, told in the order of the file. */
final class Problems {
    private static final int MOST_TOLD = 50;

    private final String file;
    private final ErrorCode usual;
    private final KeyIndex known;
    private final Map<Site, Problem> found = new LinkedHashMap<>();

    private record Site(Place place, String path) {}

    /**
     * @param usual the code of a problem that has none of its own, and of several with different codes
     * @param known all keys of the file, for hints where one belongs
     */
    Problems(String file, ErrorCode usual, KeyIndex known) {
        this.file = file;
        this.usual = usual;
        this.known = known;
    }

    KeyIndex known() {
        return known;
    }

    void add(Place place, String path, String message, String hint) {
        add(new Problem(usual, place, path, message, hint));
    }

    void add(Problem problem) {
        found.putIfAbsent(new Site(problem.place(), problem.path()), problem);
    }

    /** Something else was expected here. */
    void mismatch(Value value, String expected, String hint) {
        add(value.place(), value.path(), "must be " + expected + ", but was " + value.shown(), hint);
    }

    /** A problem that ends the reading at once. */
    DponeException fatal(Place place, String message, String hint) {
        add(place, "", message, hint);
        return failure();
    }

    /** The codes of all problems. */
    Set<ErrorCode> codes() {
        return found.values().stream().map(Problem::code).collect(Collectors.toUnmodifiableSet());
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw failure();
        }
    }

    private DponeException failure() {
        List<Problem> sorted = found.values().stream()
                .sorted(Comparator.comparing(Problem::place))
                .toList();
        Problem first = sorted.get(0);
        if (sorted.size() == 1) {
            return new DponeException(first.code(), first.text(file), first.hint());
        }
        boolean oneCode = codes().size() == 1;
        StringBuilder text = new StringBuilder(file + " has " + sorted.size() + " problems:");
        for (Problem problem : sorted.subList(0, Math.min(MOST_TOLD, sorted.size()))) {
            text.append('\n').append(problem.text(file)).append(". ").append(problem.hint());
        }
        if (sorted.size() > MOST_TOLD) {
            text.append("\nand ").append(sorted.size() - MOST_TOLD).append(" more");
        }
        return new DponeException(oneCode ? first.code() : usual, text.toString(), "Correct each line named above.");
    }
}
