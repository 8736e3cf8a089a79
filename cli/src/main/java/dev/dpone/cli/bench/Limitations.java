package dev.dpone.cli.bench;

import dev.dpone.evidence.benchmark.Build;
import java.util.ArrayList;
import java.util.List;

/** What a benchmark does not show, in words for its documents. */
final class Limitations {
    static final List<String> OF_CAMPAIGN = List.of(
            "Every configuration stands for itself: no time of one is a speed-up over another.",
            "Made rows on one machine that source, target and subject may share; the load by others is noted, not controlled.");

    private Limitations() {}

    static List<String> of(Build subject) {
        List<String> limitations = new ArrayList<>();
        if (subject.commit().equals(Build.UNKNOWN)) {
            limitations.add("The subject was not found in a git checkout: its commit is unknown.");
        }
        if (subject.dirty()) {
            limitations.add("The subject's checkout differs from its commit.");
        }
        limitations.add(
                "Values of every type and recovery were looked at once per configuration, on tables of their own.");
        limitations.add(
                "pipeline_seconds and the workers and frames observed are what the subject noted of itself; the harness does"
                        + " not see its threads.");
        limitations.add("Load by others on the machine was noted in load_before and load_after, and not controlled.");
        return limitations;
    }
}
