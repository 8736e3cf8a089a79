package dev.dpone.bench;

import dev.dpone.sandbox.rows.Profile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Measured times of stages, related to the memory copy of the same round. */
final class StageTable {
    private static final String COPY = "copy";

    /** Stages as the table shows them. */
    private static final List<Row> ROWS = List.of(
            new Row(COPY, "memory copy"),
            new Row("decode", "decode"),
            new Row("encode", "encode"),
            new Row("digest", "digest"),
            new Row("everything", "all together"));

    private record Row(String stage, String label) {}

    /**
     * One round's measurement of one stage.
     *
     * @param perByte nanoseconds by the clock per Native byte
     * @param perValue nanoseconds by the clock per value
     * @param perRunning nanoseconds by the clock per nanosecond that the thread ran
     */
    record Times(double perByte, double perValue, double perRunning) {
        double runningPerByte() {
            return perByte / perRunning;
        }

        double runningPerValue() {
            return perValue / perRunning;
        }
    }

    private final Map<Profile, Map<String, List<Times>>> measured = new EnumMap<>(Profile.class);

    /** Adds the next round's. */
    void add(Profile profile, String stage, Times times) {
        measured.computeIfAbsent(profile, p -> new HashMap<>())
                .computeIfAbsent(stage, s -> new ArrayList<>())
                .add(times);
    }

    /** Speeds are by the time that the thread ran; the last column tells how much more the clock showed. */
    String markdown() {
        StringBuilder out = new StringBuilder(
                "| rows | stage | MB/s | ns per value | memory copies | clock / running |\n|---|---|---|---|---|---|\n");
        measured.forEach((profile, stages) -> ROWS.forEach(row -> out.append(line(profile, row, stages))));
        return out.toString();
    }

    private static String line(Profile profile, Row row, Map<String, List<Times>> stages) {
        List<Times> rounds = stages.getOrDefault(row.stage, List.of());
        List<Times> copies = stages.getOrDefault(COPY, List.of());
        if (rounds.isEmpty() || rounds.size() != copies.size()) {
            throw new IllegalStateException(profile + " has " + rounds.size() + " rounds of " + row.stage + ", but "
                    + copies.size() + " of " + COPY);
        }
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < rounds.size(); round++) {
            ratios.add(rounds.get(round).runningPerByte() / copies.get(round).runningPerByte());
        }
        return String.join(
                        " | ",
                        "| " + profile.lowerCase(),
                        row.label,
                        spread(rounds, times -> 1000 / times.runningPerByte()).text(),
                        spread(rounds, Times::runningPerValue).text(),
                        row.stage.equals(COPY) ? "1" : Spread.of(ratios).text(),
                        Spread.digits(spread(rounds, Times::perRunning).median()))
                + " |\n";
    }

    private static Spread spread(List<Times> rounds, ToDoubleFunction<Times> figure) {
        return Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
    }
}
