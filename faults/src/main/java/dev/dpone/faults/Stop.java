package dev.dpone.faults;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A place to stand still at.
 *
 * @param nth 0 for the first time that a process gets there
 */
record Stop(Side side, Boundary boundary, int nth) {
    /** Right before what the boundary is about is durable, or right after. */
    enum Side {
        BEFORE,
        AFTER;

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Stop before(Boundary boundary) {
        return new Stop(Side.BEFORE, boundary, 0);
    }

    static Stop after(Boundary boundary) {
        return new Stop(Side.AFTER, boundary, 0);
    }

    /** Both sides of every boundary that each run passes. */
    static List<Stop> all() {
        return Arrays.stream(Boundary.values())
                .filter(Boundary::inEveryRun)
                .flatMap(boundary -> Stream.of(before(boundary), after(boundary)))
                .toList();
    }

    Stop nth(int nth) {
        return new Stop(side, boundary, nth);
    }

    /** As in the result: without the number. */
    String name() {
        return side.id() + " " + boundary.id();
    }

    /** For {@link #parse}. */
    static String spell(List<Stop> stops) {
        return stops.stream().map(stop -> stop.name() + " " + stop.nth).collect(Collectors.joining(","));
    }

    static List<Stop> parse(String spelled) {
        return Arrays.stream(spelled.split(",", -1))
                .filter(text -> !text.isBlank())
                .map(text -> text.split(" ", -1))
                .map(words -> new Stop(
                        Side.valueOf(words[0].toUpperCase(Locale.ROOT)),
                        Boundary.valueOf(words[1].toUpperCase(Locale.ROOT)),
                        Integer.parseInt(words[2])))
                .toList();
    }
}
