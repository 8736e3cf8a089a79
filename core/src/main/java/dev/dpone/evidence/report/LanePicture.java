package dev.dpone.evidence.report;

import dev.dpone.evidence.observations.RunObservations;
import dev.dpone.evidence.observations.RunObservations.Observed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who worked when: one lane per worker. Each span is a bar; of a long run, bars are times of much and of little work. */
final class LanePicture {
    private static final Pattern NUMBERED = Pattern.compile("(source|encode|import)-(\\d{1,3})");
    private static final int LEVELS = 5;

    private final RunObservations run;
    private final TimeAxis axis;
    private final List<String> workers;
    private final double height;

    LanePicture(RunObservations run, TimeAxis axis) {
        this.run = run;
        this.axis = axis;
        TreeSet<String> names = new TreeSet<>(Comparator.comparing(LanePicture::order)
                .thenComparing(LanePicture::index)
                .thenComparing(name -> name));
        names.addAll(run.lanes().busy().keySet());
        this.workers = new ArrayList<>(names);
        this.height = workers.size() > 20 ? 11 : 22;
    }

    private static String order(String worker) {
        Matcher numbered = NUMBERED.matcher(worker);
        return !numbered.matches() ? "z" : numbered.group(1).equals("source") ? "a" : numbered.group(1);
    }

    private static int index(String worker) {
        Matcher numbered = NUMBERED.matcher(worker);
        return numbered.matches() ? Integer.parseInt(numbered.group(2)) : 0;
    }

    void draw(Markup out) {
        double bottom = 4 + workers.size() * height;
        out.raw("<svg viewBox=\"0 0 " + TimeAxis.WIDTH + " " + Markup.number(bottom + 22)
                + "\" role=\"img\" aria-labelledby=\"lanes-t lanes-d\">");
        out.raw("<title id=\"lanes-t\">Workers over time</title><desc id=\"lanes-d\">");
        out.text(description()).raw("</desc>");
        axis.draw(out, 4, bottom, true);
        for (int i = 0; i < workers.size(); i++) {
            lane(out, workers.get(i), 4 + i * height);
        }
        out.raw("</svg>");
    }

    private String description() {
        return "One lane for each of " + workers.size() + " workers: " + String.join(", ", workers)
                + ". Bars are spans of work, gaps are waiting, over "
                + Units.duration(run.nanos()) + ".";
    }

    private void lane(Markup out, String worker, double top) {
        double bar = height * 0.72;
        double y = top + (height - bar) / 2;
        out.raw("<text class=\"lane\" text-anchor=\"end\" x=\"" + (TimeAxis.LEFT - 8) + "\" y=\""
                + Markup.number(top + height / 2 + 3.5) + "\">");
        out.text(worker).raw("</text>");
        out.raw("<rect class=\"rail\" x=\"" + TimeAxis.LEFT + "\" y=\"" + Markup.number(y) + "\" width=\""
                + (TimeAxis.RIGHT - TimeAxis.LEFT) + "\" height=\"" + Markup.number(bar) + "\"/>");
        if (run.spansLeft() == 0 || order(worker).equals("z")) {
            // What lies within another span comes after it, and so on top of it.
            run.spans().stream()
                    .filter(span -> span.worker().equals(worker))
                    .sorted(Comparator.comparingLong(Observed::start).thenComparing(span -> -span.end()))
                    .forEach(span -> bar(out, span, y, bar));
        } else {
            shades(out, worker, y, bar);
        }
    }

    private void bar(Markup out, Observed span, double y, double bar) {
        double from = axis.x(span.start());
        double width = Math.max(0.7, axis.x(span.end()) - from - 0.4);
        boolean inside = span.reason().equals("immediate_inspection");
        out.raw("<rect class=\"" + Phases.style(span.phase()) + " "
                + span.outcome().id() + "\" x=\""
                + Markup.number(from) + "\" y=\"" + Markup.number(inside ? y + bar * 0.6 : y) + "\" width=\""
                + Markup.number(width) + "\" height=\"" + Markup.number(inside ? bar * 0.4 : bar) + "\"><title>");
        out.text(words(span)).raw("</title></rect>");
    }

    private static String words(Observed span) {
        StringBuilder words = new StringBuilder(Phases.words(span.phase(), span.reason()));
        span.ordinal().ifPresent(ordinal -> words.append(", file ").append(ordinal));
        span.attempt().ifPresent(attempt -> words.append(attempt > 0 ? ", attempt " + (attempt + 1) : ""));
        span.rows()
                .ifPresent(rows -> words.append(", ").append(Units.count(rows)).append(" rows"));
        words.append(", ").append(Units.duration(span.end() - span.start()));
        return span.outcome().id().equals("completed")
                ? words.toString()
                : words + ", " + span.outcome().id();
    }

    /** The lane's buckets, neighbours of one shade together. */
    private void shades(Markup out, String worker, double y, double bar) {
        List<Long> busy = run.lanes().busy().getOrDefault(worker, List.of());
        long width = run.lanes().bucketNanos();
        String[] paths = new String[LEVELS + 1];
        int from = 0;
        for (int i = 1; i <= busy.size(); i++) {
            int level = level(busy.get(from), width);
            if (i == busy.size() || level(busy.get(i), width) != level) {
                String x = Markup.number(axis.x(from * width));
                String end = Markup.number(axis.x(i * width));
                paths[level] = (paths[level] == null ? "" : paths[level]) + "M" + x + " " + Markup.number(y) + "H" + end
                        + "v" + Markup.number(bar) + "H" + x + "z";
                from = i;
            }
        }
        Matcher numbered = NUMBERED.matcher(worker);
        String style = numbered.matches() ? Phases.style(numbered.group(1)) : "other";
        for (int level = 1; level <= LEVELS; level++) {
            if (paths[level] != null) {
                out.raw("<path class=\"" + style + "\" fill-opacity=\"" + Markup.number(level * 0.2) + "\" d=\""
                        + paths[level] + "\"/>");
            }
        }
    }

    private static int level(long busy, long width) {
        return (int) Math.min(LEVELS, Math.ceil((double) LEVELS * busy / width - 0.05));
    }
}
