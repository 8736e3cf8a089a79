package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Pairs the runs of two bundles. A pair has the same route, workload, limits record and environment, but for the version of the
 * program that is measured; nothing is close enough.
 */
final class Comparer {
    private static final int MOST_SHOWN = 5;

    private final Bundle baseline;
    private final Bundle candidate;

    Comparer(Bundle baseline, Bundle candidate) {
        this.baseline = baseline;
        this.candidate = candidate;
    }

    Comparison comparison() {
        List<ComparedCase> cases = new ArrayList<>();
        List<String> reasons = new ArrayList<>();
        Set<BundledRun> paired = new HashSet<>();
        for (BundledRun before : baseline.runs()) {
            Optional<BundledRun> after = candidate.runs().stream()
                    .filter(run -> differences(before, run).isEmpty())
                    .findFirst();
            after.ifPresentOrElse(
                    run -> {
                        paired.add(run);
                        cases.add(pair(before, run));
                    },
                    () -> reasons.add(unpaired("baseline", before, "candidate", candidate.runs())));
        }
        for (BundledRun after : candidate.runs()) {
            if (!paired.contains(after)) {
                reasons.add(unpaired("candidate", after, "baseline", baseline.runs()));
            }
        }
        reasons.addAll(undelivered("baseline", baseline));
        reasons.addAll(undelivered("candidate", candidate));
        if (cases.isEmpty()) {
            throw new DponeException(
                    ErrorCode.BENCH_NOT_COMPARABLE,
                    "No run of the baseline can be compared with one of the candidate: " + shown(reasons),
                    "Run both versions with the same workloads and limits on the same machine and servers; eight limits"
                            + " are never compared with ten.");
        }
        return new Comparison(baseline.ref(), candidate.ref(), cases, Form.reasons(reasons));
    }

    private static ComparedCase pair(BundledRun before, BundledRun after) {
        RunEnvelope run = before.envelope();
        return new ComparedCase(
                run.workload(), run.route(), run.limits(), SideJudge.side(before), SideJudge.side(after));
    }

    private static String shown(List<String> reasons) {
        if (reasons.isEmpty()) {
            return "neither has any";
        }
        String shown = String.join("; ", reasons.subList(0, Math.min(MOST_SHOWN, reasons.size())));
        return reasons.size() > MOST_SHOWN ? shown + "; and " + (reasons.size() - MOST_SHOWN) + " more" : shown;
    }

    private static List<String> undelivered(String side, Bundle bundle) {
        return bundle.campaign().workloads().stream()
                .filter(workload -> bundle.runs().stream()
                        .noneMatch(run -> run.envelope().workload().equals(workload)))
                .map(workload -> "the " + side + " declares workload " + workload.id() + ", but has no run of it")
                .toList();
    }

    private static String unpaired(String side, BundledRun run, String otherSide, List<BundledRun> others) {
        String name = "the " + side + "'s " + describe(run.envelope());
        Optional<Map<String, String>> nearest =
                others.stream().map(other -> differences(run, other)).min(Comparator.comparingInt(Map::size));
        return nearest.map(differences -> name + " is not comparable with the nearest of the " + otherSide + ": "
                        + String.join(", ", differences.values()))
                .orElse(name + " has no like: the " + otherSide + " has no runs");
    }

    private static String describe(RunEnvelope run) {
        return run.workload().id() + " (" + run.route() + ", E=" + run.limits().encoders() + "/I="
                + run.limits().importers() + ", configuration "
                + run.limits().configurationHash().substring(0, 8) + ")";
    }

    /** By what two runs are not the same experiment, each with both values; this run's first. */
    private static Map<String, String> differences(BundledRun one, BundledRun other) {
        RunEnvelope a = one.envelope();
        RunEnvelope b = other.envelope();
        Map<String, String> differences = new LinkedHashMap<>();
        if (!a.route().equals(b.route())) {
            differences.put("route", "route " + a.route() + " against " + b.route());
        }
        if (!a.workload().equals(b.workload())) {
            differences.put(
                    "workload",
                    "workload " + text(a.workload().fields()) + " against "
                            + text(b.workload().fields()));
        }
        if (!a.limits().record().equals(b.limits().record())) {
            differences.put(
                    "limits",
                    "limits of " + a.limits().record().size() + " fields "
                            + text(a.limits().record()) + " against "
                            + b.limits().record().size() + " fields "
                            + text(b.limits().record()));
        }
        Environment mine = a.environment().withoutSubject();
        Environment others = b.environment().withoutSubject();
        if (!mine.equals(others)) {
            differences.put("environment", "environment, in " + environments(mine, others));
        }
        return differences;
    }

    private static String environments(Environment mine, Environment others) {
        List<String> names = new ArrayList<>();
        if (!mine.targetLayoutSha256().equals(others.targetLayoutSha256())) {
            names.add("target_layout_sha256");
        }
        names.addAll(differing("versions.", mine.versions(), others.versions()));
        names.addAll(differing("resource_profile.", mine.resourceProfile(), others.resourceProfile()));
        return String.join(", ", names);
    }

    private static List<String> differing(String prefix, Map<String, ?> mine, Map<String, ?> others) {
        Set<String> names = new TreeSet<>(mine.keySet());
        names.addAll(others.keySet());
        return names.stream()
                .filter(name -> !Optional.ofNullable(mine.get(name)).equals(Optional.ofNullable(others.get(name))))
                .map(name -> prefix + name + " (" + shown(mine, name) + " against " + shown(others, name) + ")")
                .toList();
    }

    private static String shown(Map<String, ?> values, String name) {
        Object value = values.get(name);
        return value == null ? "none" : value.toString();
    }

    private static String text(Map<String, ?> record) {
        return CanonicalJson.orderedText(record);
    }
}
