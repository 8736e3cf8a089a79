package dev.dpone.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the trials came to.
 *
 * @param orphans what was left on the servers when all trials had ended
 */
public record Report(Harness.Options options, List<Result> results, List<String> orphans, Duration took) {
    private static final int EVERY_STOP_FROM = 500;
    private static final int LEAST_HITS = 10;

    public Report {
        results = List.copyOf(results);
        orphans = List.copyOf(orphans);
    }

    /** Trials with something wrong, and orphans. */
    public List<String> wrong() {
        Stream<String> trials = results.stream()
                .flatMap(result ->
                        result.wrong().stream().map(what -> result.plan().describe() + ": " + what));
        return Stream.concat(trials, orphans.stream()).toList();
    }

    /** Stops that were not hit as often as they have to be. */
    public List<String> unreached() {
        int least = options.kills() >= EVERY_STOP_FROM ? LEAST_HITS : options.everyStop() ? 1 : 0;
        return Stop.all().stream()
                .map(Stop::name)
                .filter(name -> results.stream()
                                .filter(result -> result.ending().isPresent())
                                .filter(result -> result.plan().label().equals(name))
                                .count()
                        < least)
                .toList();
    }

    /** Whether all is as it has to be; from many kills on, half of them have to come between first import and checkpoint. */
    public boolean good() {
        boolean spread = options.kills() < EVERY_STOP_FROM || inTheMiddle() * 2 >= kills();
        return wrong().isEmpty() && unreached().isEmpty() && spread;
    }

    private long kills() {
        return count(
                results,
                result -> result.plan().kind().kills() && result.ending().isPresent());
    }

    private long inTheMiddle() {
        return count(results, result -> result.plan().kind().kills() && result.inTheMiddle());
    }

    /** The table for people. */
    public String table() {
        StringBuilder table = new StringBuilder();
        table.append(line("fault", "times", "unchanged", "published", "outcome"));
        for (String label : labels()) {
            table.append(row(label));
        }
        int all = results.stream().mapToInt(Result::kills).sum();
        table.append(String.format(
                Locale.ROOT,
                "%n%d kills, %d of them between first import and checkpoint; %d processes and servers killed in all%n",
                kills(),
                inTheMiddle(),
                all));
        table.append(String.format(
                Locale.ROOT,
                "target %s, seed %d, %d jobs, %d s: %d wrong, %d stops not hit often enough%n",
                options.target(),
                options.seed(),
                options.jobs(),
                took.toSeconds(),
                wrong().size(),
                unreached().size()));
        unreached()
                .forEach(stop ->
                        table.append("not hit often enough: ").append(stop).append('\n'));
        wrong().forEach(what -> table.append("WRONG ").append(what).append('\n'));
        return table.toString();
    }

    private Set<String> labels() {
        Set<String> labels = new LinkedHashSet<>();
        Stop.all().forEach(stop -> labels.add(stop.name()));
        for (Kind kind : Kind.values()) {
            if (kind != Kind.KILL_AT_STOP) {
                labels.add(kind.label());
            }
        }
        labels.removeIf(label ->
                results.stream().noneMatch(result -> result.plan().label().equals(label)));
        return labels;
    }

    private String row(String label) {
        List<Result> of = results.stream()
                .filter(result -> result.plan().label().equals(label))
                .toList();
        Map<String, Long> outcomes =
                of.stream().collect(Collectors.groupingBy(Result::outcome, TreeMap::new, Collectors.counting()));
        List<String> words = new ArrayList<>();
        outcomes.forEach((outcome, count) -> words.add(count + " " + outcome));
        long wrong = count(of, result -> !result.wrong().isEmpty());
        if (wrong > 0) {
            words.add(wrong + " WRONG");
        }
        return line(
                label,
                String.valueOf(of.size()),
                String.valueOf(
                        count(of, result -> result.published().filter(p -> !p).isPresent())),
                String.valueOf(
                        count(of, result -> result.published().filter(p -> p).isPresent())),
                String.join(", ", words));
    }

    private static long count(List<Result> results, Predicate<Result> which) {
        return results.stream().filter(which).count();
    }

    private static String line(String label, String times, String unchanged, String published, String outcome) {
        return String.format(Locale.ROOT, "%-36s %5s %9s %9s  %s%n", label, times, unchanged, published, outcome);
    }
}
