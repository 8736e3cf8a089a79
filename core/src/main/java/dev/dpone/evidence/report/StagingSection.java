package dev.dpone.evidence.report;

import dev.dpone.evidence.observations.Cause;
import dev.dpone.evidence.observations.RunObservations;
import dev.dpone.evidence.observations.RunObservations.StageUse;
import dev.dpone.evidence.observations.RunObservations.Staging;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What limited the run: the sentence, how busy each stage was and what it waited for. */
final class StagingSection {
    private final RunObservations run;
    private final Staging staging;

    StagingSection(RunObservations run, Staging staging) {
        this.run = run;
        this.staging = staging;
    }

    void draw(Markup out) {
        out.raw("<section class=\"card limiting\" id=\"bottleneck\"><h2 class=\"quiet\">What limited this run</h2>");
        out.element("p class=\"sentence\"", staging.bottleneck().sentence());
        out.raw("<div class=\"uses\">");
        staging.stages().forEach(use -> use(out, use));
        out.raw("</div>");
        out.element("p class=\"muted\"", context());
        out.raw("</section>");
    }

    private String context() {
        return "Reading, encoding and importing took " + Units.duration(staging.nanos()) + ", "
                + Units.share(staging.nanos(), run.nanos())
                + " of the delivery: only that part depends on the two limits. An encoder and an importer were at work at"
                + " once for "
                + Units.share(staging.overlapNanos(), staging.nanos()) + " of it. At most " + staging.retainedHighest()
                + " of " + run.limits().retainedWorkCapacity() + " frames were retained.";
    }

    private void use(Markup out, StageUse use) {
        String style = use.stage().id();
        boolean limiting =
                staging.bottleneck().stage().filter(use.stage()::equals).isPresent();
        long all = Math.max(1, use.busyNanos() + use.idleNanos());
        out.raw("<div class=\"use" + (limiting ? " hot" : "") + "\"><div class=\"name\">");
        out.element("b", name(use)).raw("<span>");
        out.text(use.workers() == 1 ? "one worker" : "at most " + use.highest() + " of " + use.workers() + " at once");
        out.raw("</span></div><div class=\"bar\" aria-hidden=\"true\">");
        segment(out, style, use.busyNanos(), all);
        for (Map.Entry<Cause, Long> wait : longestFirst(use)) {
            segment(out, "wait " + wait.getKey().id(), wait.getValue(), all);
        }
        out.raw("</div><div class=\"share\">");
        out.element("b", Units.share(use.busyNanos(), all)).raw(" busy</div>");
        out.element("div class=\"waited\"", waited(use, all)).raw("</div>");
    }

    private static String name(StageUse use) {
        return switch (use.stage()) {
            case SOURCE -> "Source";
            case ENCODE -> use.workers() == 1 ? "1 encoder" : use.workers() + " encoders";
            case IMPORT -> use.workers() == 1 ? "1 importer" : use.workers() + " importers";
        };
    }

    private static void segment(Markup out, String style, long part, long all) {
        if (part * 1000 / all > 0) {
            out.raw("<i class=\"" + style + "\" style=\"width:" + Markup.number(100.0 * part / all) + "%\"></i>");
        }
    }

    private static String waited(StageUse use, long all) {
        List<Map.Entry<Cause, Long>> waits = longestFirst(use);
        String causes = waits.stream()
                .filter(wait -> wait.getValue() * 100 >= all)
                .map(wait ->
                        Units.share(wait.getValue(), all) + " " + wait.getKey().words())
                .collect(Collectors.joining(" · "));
        return causes.isEmpty() ? "hardly ever idle" : "idle: " + causes;
    }

    private static List<Map.Entry<Cause, Long>> longestFirst(StageUse use) {
        List<Map.Entry<Cause, Long>> waits = new ArrayList<>(use.waits().entrySet());
        waits.sort(Comparator.comparingLong(wait -> -wait.getValue()));
        return waits;
    }
}
