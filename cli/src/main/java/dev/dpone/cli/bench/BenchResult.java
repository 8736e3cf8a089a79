package dev.dpone.cli.bench;

import dev.dpone.evidence.benchmark.RunEnvelope;
import dev.dpone.evidence.benchmark.Sample;
import dev.dpone.evidence.benchmark.Status;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What was measured, for people.
 *
 * @param campaign the bundle's first file
 * @param runs in the order they were measured
 */
public record BenchResult(Path campaign, List<RunEnvelope> runs) {
    public BenchResult {
        runs = List.copyOf(runs);
    }

    /** FAIL if a run is, PASS if all are, else UNVERIFIED. */
    public Status status() {
        if (runs.stream().anyMatch(run -> run.status() == Status.FAIL)) {
            return Status.FAIL;
        }
        return runs.stream().allMatch(run -> run.status() == Status.PASS) ? Status.PASS : Status.UNVERIFIED;
    }

    /** As one object. */
    public Map<String, Object> fields() {
        List<Map<String, Object>> each = new ArrayList<>();
        for (RunEnvelope run : runs) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("workload", run.workload().id());
            fields.put("rows", run.workload().rows());
            fields.put("encoding_parallelism", run.limits().encoders());
            fields.put("import_parallelism", run.limits().importers());
            fields.put("schema_version", run.version());
            fields.put("configuration_sha256", run.limits().configurationHash());
            fields.put("status", run.status().id());
            fields.put("fidelity", run.fidelity().status().id());
            fields.put("recovery", run.recovery().status().id());
            fields.put("trials", trials(run).size());
            fields.put("good_trials", good(run).size());
            spread(run, Sample::visibilitySeconds)
                    .ifPresent(spread -> fields.put("visibility_seconds", spread.fields()));
            spread(run, Sample::pipelineSeconds).ifPresent(spread -> fields.put("pipeline_seconds", spread.fields()));
            each.add(fields);
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("status", status().id());
        all.put("campaign", campaign.toString());
        all.put("runs", each);
        return all;
    }

    /** As tables, one per workload, a line per configuration; Markdown that reads as text. */
    public String text() {
        StringBuilder text = new StringBuilder();
        String workload = "";
        for (RunEnvelope run : runs) {
            if (!run.workload().id().equals(workload)) {
                workload = run.workload().id();
                text.append(text.isEmpty() ? "" : "\n")
                        .append(workload)
                        .append(": ")
                        .append(run.workload().rows())
                        .append(" rows, ")
                        .append(run.workload().columns())
                        .append(" columns, ")
                        .append(run.route())
                        .append("\n\n")
                        .append(
                                "| E/I | fields | configuration | status | types | recovery | good trials | visible, s | pipeline, s |\n")
                        .append("|---|---|---|---|---|---|---|---|---|\n");
            }
            text.append(line(run));
        }
        return text.append(
                        "\nMedian of the good trials, least and most in brackets. Each line stands for itself: none is a")
                .append(" speed-up over another.\nstatus: ")
                .append(status())
                .append("\ncampaign: ")
                .append(campaign)
                .toString();
    }

    private static String line(RunEnvelope run) {
        return String.format(
                Locale.ROOT,
                "| %d/%d | %d | `%s` | %s | %s | %s | %d of %d | %s | %s |%n",
                run.limits().encoders(),
                run.limits().importers(),
                run.limits().record().size(),
                run.limits().configurationHash().substring(0, 8),
                run.status(),
                run.fidelity().status(),
                run.recovery().status(),
                good(run).size(),
                trials(run).size(),
                spread(run, Sample::visibilitySeconds).map(Spread::text).orElse("-"),
                spread(run, Sample::pipelineSeconds).map(Spread::text).orElse("-"));
    }

    private static List<Sample> trials(RunEnvelope run) {
        return run.samples().stream().filter(sample -> !sample.warmup()).toList();
    }

    private static List<Sample> good(RunEnvelope run) {
        return trials(run).stream()
                .filter(sample -> sample.status() == Status.PASS)
                .toList();
    }

    private static Optional<Spread> spread(RunEnvelope run, Function<Sample, Optional<BigDecimal>> time) {
        List<BigDecimal> seconds = good(run).stream()
                .flatMap(sample -> time.apply(sample).stream())
                .sorted()
                .toList();
        return seconds.isEmpty() ? Optional.empty() : Optional.of(Spread.of(seconds));
    }

    /** Three digits behind the point. */
    static String digits(BigDecimal seconds) {
        return seconds.setScale(3, RoundingMode.HALF_UP).toPlainString();
    }

    private record Spread(BigDecimal least, BigDecimal median, BigDecimal most) {
        static Spread of(List<BigDecimal> sorted) {
            int half = sorted.size() / 2;
            BigDecimal median = sorted.size() % 2 == 1
                    ? sorted.get(half)
                    : sorted.get(half - 1).add(sorted.get(half)).divide(BigDecimal.valueOf(2));
            return new Spread(sorted.get(0), median, sorted.get(sorted.size() - 1));
        }

        String text() {
            return digits(median) + " (" + digits(least) + " to " + digits(most) + ")";
        }

        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("median", median);
            fields.put("least", least);
            fields.put("most", most);
            return fields;
        }
    }
}
