package dev.dpone.evidence.report;

import dev.dpone.evidence.observations.RunObservations;
import dev.dpone.evidence.observations.RunObservations.Observed;
import dev.dpone.evidence.observations.RunObservations.Series;
import dev.dpone.evidence.observations.RunObservations.Staging;
import dev.dpone.evidence.report.CurvePicture.Curve;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What happened when: lanes, retained work, throughput and spool below one another, and the steps in a table. */
final class TimeSection {
    private static final int BARS = 60;

    private final RunObservations run;
    private final TimeAxis axis;

    TimeSection(RunObservations run) {
        this.run = run;
        this.axis = new TimeAxis(run.nanos());
    }

    void draw(Markup out) {
        out.raw("<section class=\"card\" id=\"timeline\"><h2>Timeline</h2><ul class=\"legend\">");
        Phases.LEGEND.forEach((style, words) -> out.raw("<li><i class=\"" + style + "\"></i>" + words + "</li>"));
        out.raw("</ul><div class=\"scroll\">");
        new LanePicture(run, axis).draw(out);
        run.staging().ifPresent(staging -> curves(out, staging));
        out.raw("</div>");
        if (run.spansLeft() > 0) {
            out.element(
                    "p class=\"muted\"",
                    "This run has " + Units.count(run.spans().size() + run.spansLeft())
                            + " spans of work, too many to draw: the darker a lane, the busier its worker.");
        }
        out.raw("</section>");
        steps(out);
    }

    private void curves(Markup out, Staging staging) {
        Series series = staging.series();
        int capacity = run.limits().retainedWorkCapacity();
        out.raw("<h3>Frames retained</h3>");
        new CurvePicture(axis, "retained", "Frames retained over time")
                .draw(
                        out,
                        new Curve(
                                doubles(series.retainedHighest()),
                                staging.start(),
                                series.bucketNanos(),
                                staging.end(),
                                capacity,
                                capacity,
                                "C = " + capacity,
                                "area retained",
                                "Between admission and accepted receipt; never more than C = " + capacity
                                        + ". The most at once: " + staging.retainedHighest() + "."));
        out.raw("<h3>Rows per second into verified stages</h3>");
        throughput(out, staging);
        out.raw("<h3>Sealed files on disk</h3>");
        long reserved = run.limits().spoolReservation();
        double top = Math.min((double) reserved, Math.max(1.0, staging.spoolHighest() * 1.25));
        new CurvePicture(axis, "spool", "Bytes of sealed files on disk over time")
                .draw(
                        out,
                        new Curve(
                                doubles(series.spoolHighest()),
                                staging.start(),
                                series.bucketNanos(),
                                staging.end(),
                                top,
                                staging.spoolHighest(),
                                "most " + Units.bytes(staging.spoolHighest()) + " of " + Units.bytes(reserved)
                                        + " reserved",
                                "area spool",
                                "The most at once: " + Units.bytes(staging.spoolHighest()) + " of the "
                                        + Units.bytes(reserved) + " that are reserved."));
    }

    private void throughput(Markup out, Staging staging) {
        Series series = staging.series();
        int together = Math.max(1, (int) Math.ceil(series.rows().size() / (double) BARS));
        long bucket = series.bucketNanos() * together;
        List<Double> rates = new ArrayList<>();
        double highest = 0;
        for (int i = 0; i < series.rows().size(); i += together) {
            long rows = 0;
            for (int j = i; j < Math.min(series.rows().size(), i + together); j++) {
                rows += series.rows().get(j);
            }
            long began = staging.start() + i * series.bucketNanos();
            double rate = rows * 1e9 / Math.max(1, Math.min(bucket, staging.end() - began));
            rates.add(rate);
            highest = Math.max(highest, rate);
        }
        long mean = Units.rate(staging.rowsImported(), staging.nanos());
        new CurvePicture(axis, "throughput", "Rows per second over time")
                .draw(
                        out,
                        new Curve(
                                rates,
                                staging.start(),
                                bucket,
                                staging.end(),
                                highest,
                                mean,
                                "mean " + Units.count(mean) + " rows/s",
                                "bars rows",
                                "Rows imported and read back, each file's spread over its import, per "
                                        + Units.duration(bucket) + "; on average " + Units.count(mean) + " a second."));
    }

    private static List<Double> doubles(List<Long> values) {
        return values.stream().map(Long::doubleValue).toList();
    }

    /** The delivery's own thread, step by step: these lengths do add up. */
    private void steps(Markup out) {
        Map<String, Long> steps = new LinkedHashMap<>();
        run.staging().ifPresent(staging -> steps.put("Read, encode, import", staging.nanos()));
        for (Observed span : run.spans()) {
            if (span.worker().equals("delivery")) {
                steps.merge(Phases.words(span.phase(), span.reason()), span.end() - span.start(), Long::sum);
            }
        }
        long told = steps.values().stream().mapToLong(Long::longValue).sum();
        if (run.nanos() > told) {
            steps.put("All else: the target's checks, fence, journal", run.nanos() - told);
        }
        out.raw("<section class=\"card\" id=\"steps\"><h2>Where the time went</h2><table class=\"steps\"><tbody>");
        steps.forEach((step, nanos) -> {
            out.raw("<tr>").element("th scope=\"row\"", step);
            out.raw("<td class=\"n\">" + Units.duration(nanos) + "</td><td class=\"n\">"
                    + Units.share(nanos, run.nanos()) + "</td><td class=\"meter\"><i style=\"width:"
                    + Markup.number(100.0 * nanos / Math.max(1, run.nanos())) + "%\"></i></td></tr>");
        });
        out.raw("</tbody></table></section>");
    }
}
