package dev.dpone.evidence.benchmark;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A comparison for people: Markdown, and the same for terminals. */
public final class ComparisonText {
    private static final List<String> HEAD =
            List.of("workload", "route", "E/I", "limits", "baseline, s", "candidate, s", "ratio", "status");

    private ComparisonText() {}

    /** Plain text. */
    public static String text(Comparison comparison) {
        List<List<String>> rows = rows(comparison);
        List<Integer> widths = IntStream.range(0, HEAD.size())
                .mapToObj(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        StringBuilder out = new StringBuilder("status: " + comparison.status() + "\n\n");
        for (List<String> row : rows) {
            String line = IntStream.range(0, HEAD.size())
                    .mapToObj(column -> padded(row.get(column), widths.get(column)))
                    .collect(Collectors.joining("  "));
            out.append(line.stripTrailing()).append('\n');
        }
        out.append('\n').append(rule()).append('\n');
        reasons(comparison).forEach(reason -> out.append("- ").append(reason).append('\n'));
        return out.toString().stripTrailing();
    }

    /** A Markdown page. */
    public static String markdown(Comparison comparison) {
        List<List<String>> rows = rows(comparison);
        StringBuilder out = new StringBuilder("# dpone bench compare: " + comparison.status() + "\n\n");
        out.append(line(rows.get(0))).append("|---".repeat(HEAD.size())).append("|\n");
        rows.stream().skip(1).forEach(row -> out.append(line(row)));
        out.append('\n').append(rule()).append('\n');
        List<String> reasons = reasons(comparison);
        if (!reasons.isEmpty()) {
            out.append('\n');
        }
        reasons.forEach(reason -> out.append("- ").append(escaped(reason)).append('\n'));
        return out.toString().stripTrailing();
    }

    private static String line(List<String> row) {
        return row.stream().map(ComparisonText::escaped).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|");
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    private static List<List<String>> rows(Comparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEAD);
        comparison.cases().forEach(each -> rows.add(row(each)));
        return rows;
    }

    private static List<String> row(ComparedCase each) {
        return List.of(
                each.workload().id(),
                each.route().sink().id() + " " + each.route().strategy().id(),
                each.limits().encoders() + "/" + each.limits().importers(),
                each.limits().record().size() + " fields "
                        + each.limits().configurationHash().substring(0, 8),
                median(each.baseline()),
                median(each.candidate()),
                each.ratio().map(BigDecimal::toPlainString).orElse("-"),
                each.status().id());
    }

    private static String median(ComparedSide side) {
        Optional<String> median = side.medianSeconds().map(BigDecimal::toPlainString);
        return median.orElse("-") + " (n=" + side.eligible() + ")";
    }

    private static String rule() {
        return "Medians of the seconds until the rows were visible. PASS needs one ratio of at most "
                + Comparison.ANY_RATIO_AT_MOST + ", none above " + Comparison.EVERY_RATIO_AT_MOST
                + ", and n of at least "
                + Comparison.MINIMUM_TRIALS + " on both sides.";
    }

    private static List<String> reasons(Comparison comparison) {
        List<String> reasons = new ArrayList<>();
        for (ComparedCase each : comparison.cases()) {
            String name = each.workload().id() + " E/I " + each.limits().encoders() + "/"
                    + each.limits().importers();
            each.baseline().limitations().forEach(reason -> reasons.add(name + ", baseline: " + reason));
            each.candidate().limitations().forEach(reason -> reasons.add(name + ", candidate: " + reason));
        }
        reasons.addAll(comparison.limitations());
        return reasons;
    }
}
