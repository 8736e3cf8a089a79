package dev.dpone.bench;

import dev.dpone.sandbox.rows.Profile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Measured imports, dpone's related to the plain ones of the same round. */
final class ImportTable {
    /**
     * One import.
     *
     * @param seconds by the clock
     * @param cpuSeconds that the importing thread ran
     */
    record Times(long rows, long values, double seconds, double cpuSeconds) {
        double rowsPerSecond() {
            return rows / seconds;
        }

        double cpuNanosPerValue() {
            return cpuSeconds * 1e9 / values;
        }
    }

    private record Round(Times dpone, Times plain) {}

    private final Map<Profile, List<Round>> measured = new EnumMap<>(Profile.class);

    void add(Profile profile, Times dpone, Times plain) {
        measured.computeIfAbsent(profile, p -> new ArrayList<>()).add(new Round(dpone, plain));
    }

    String markdown() {
        StringBuilder out =
                new StringBuilder("| rows | way | rows/s | times the plain seconds | client CPU, ns per value |"
                        + " times the plain CPU |\n|---|---|---|---|---|---|\n");
        measured.forEach((profile, rounds) -> out.append(
                        line(profile, "plain bulk copy", rounds, Round::plain, "1", "1"))
                .append(line(
                        profile,
                        "dpone's import",
                        rounds,
                        Round::dpone,
                        of(rounds, r -> r.dpone.seconds / r.plain.seconds),
                        of(rounds, r -> r.dpone.cpuSeconds / r.plain.cpuSeconds))));
        return out.toString();
    }

    private static String line(
            Profile profile,
            String way,
            List<Round> rounds,
            java.util.function.Function<Round, Times> which,
            String seconds,
            String cpu) {
        return String.join(
                        " | ",
                        "| " + profile.lowerCase(),
                        way,
                        of(rounds, r -> which.apply(r).rowsPerSecond()),
                        seconds,
                        of(rounds, r -> which.apply(r).cpuNanosPerValue()),
                        cpu)
                + " |\n";
    }

    private static String of(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return Spread.of(rounds.stream().map(figure::applyAsDouble).toList()).text();
    }
}
