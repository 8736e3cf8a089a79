package dev.dpone.evidence.report;

import static java.util.Objects.requireNonNull;

import dev.dpone.evidence.StoredJson;
import dev.dpone.evidence.observations.RunObservations;
import dev.dpone.evidence.observations.RunObservations.Staging;
import dev.dpone.evidence.observations.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A run as one HTML file: no scripts, no requests, readable on a dark screen and on paper. Its root element says in
 * {@code data-} attributes what tests and tools look for.
 */
public final class HtmlReport {
    /** Nothing may be loaded and nothing may run, whatever a name in the report says. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private final RunReport report;
    private final Optional<RunObservations> main;
    private final Markup out = new Markup();

    private HtmlReport(RunReport report) {
        this.report = report;
        this.main = report.main();
    }

    /** The page's bytes, UTF-8. */
    public static byte[] bytes(RunReport report) {
        return new HtmlReport(report).page().getBytes(StandardCharsets.UTF_8);
    }

    private String page() {
        out.raw("<!doctype html>\n<html lang=\"en\"");
        attributes().forEach(out::attribute);
        out.raw("><head><meta charset=\"utf-8\">");
        out.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        out.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">");
        out.raw("<meta name=\"color-scheme\" content=\"light dark\">");
        out.element("title", report.pipeline() + " · " + report.runId() + " · dpone");
        out.raw("<style>" + style() + "</style></head>\n<body><main>");
        header();
        tiles();
        problems();
        main.ifPresentOrElse(
                this::observed,
                () -> out.element(
                        "p class=\"card muted\"",
                        "No observations of this run are stored, so there is no timeline. They are written when a process ends;"
                                + " one that was killed leaves none."));
        earlier();
        report.evidence().ifPresent(this::proof);
        new PlanSection(report).draw(out);
        out.raw(
                "<footer><p>Made by dpone from this run's journal, observations and evidence. Times are of the process's"
                        + " monotonic clock. Observations are diagnostic: no decision of a delivery or of its recovery rests on"
                        + " them.</p></footer></main></body></html>\n");
        return out.toString();
    }

    private Map<String, String> attributes() {
        Map<String, String> data = new LinkedHashMap<>();
        data.put("data-run", report.runId());
        data.put("data-state", report.state().id());
        data.put("data-encoders", String.valueOf(report.limits().encoders()));
        data.put("data-importers", String.valueOf(report.limits().importers()));
        data.put("data-capacity", String.valueOf(report.limits().retainedWorkCapacity()));
        Optional<Staging> staging = main.flatMap(RunObservations::staging);
        data.put("data-bottleneck", staging.map(s -> s.bottleneck().id()).orElse("unknown"));
        staging.ifPresent(measured -> {
            data.put(
                    "data-observed-encoders",
                    String.valueOf(measured.stage(Stage.ENCODE).highest()));
            data.put(
                    "data-observed-importers",
                    String.valueOf(measured.stage(Stage.IMPORT).highest()));
            data.put("data-observed-retained", String.valueOf(measured.retainedHighest()));
        });
        return data;
    }

    private void header() {
        out.raw("<header><p class=\"kind\">dpone delivery</p><h1>").text(report.pipeline());
        out.raw(" <span class=\"arrow\" aria-label=\"to\">→</span> ")
                .text(report.table())
                .raw("</h1><p class=\"meta\">");
        String words = report.state().id()
                + report.failure()
                        .filter(code -> !report.state().id().equals("succeeded"))
                        .map(code -> ", " + code)
                        .orElse("");
        out.element("span class=\"chip " + report.state().id() + "\"", words).raw(" run ");
        out.element("code", report.runId()).text(" opened " + second(report.openedAt()));
        report.evidence().ifPresent(json -> {
            StoredJson source = json.object("source");
            StoredJson target = json.object("target");
            out.text(" · " + source.text("product") + " " + source.text("version") + " → " + target.text("product")
                    + " " + target.text("version"));
        });
        out.raw("</p></header>");
    }

    private static String second(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS)
                .toString()
                .replace('T', ' ')
                .replace("Z", " UTC");
    }

    private void tiles() {
        out.raw("<dl class=\"tiles\">");
        Optional<Staging> staging = main.flatMap(RunObservations::staging);
        staging.ifPresent(measured -> tile("rows", Units.count(measured.rowsImported())));
        main.ifPresent(run -> tile("took", Units.duration(run.nanos())));
        staging.ifPresent(measured -> {
            tile(
                    "rows/s overall",
                    Units.count(Units.rate(
                            measured.rowsImported(),
                            main.map(RunObservations::nanos).orElse(0L))));
            tile("encoded", Units.bytes(measured.encodedBytes()));
        });
        report.evidence()
                .ifPresent(json ->
                        tile("sealed files", Units.count(json.object("commit").number("chunks"))));
        tile(
                "encoders / importers",
                report.limits().encoders() + " / " + report.limits().importers());
        out.raw("</dl>");
    }

    private void tile(String name, String value) {
        out.raw("<div>").element("dt", name).element("dd", value).raw("</div>");
    }

    private void problems() {
        if (!report.problems().isEmpty()) {
            out.raw("<section class=\"card problems\" id=\"problems\"><h2>Not shown</h2><ul>");
            report.problems().forEach(problem -> out.element("li", problem));
            out.raw("</ul></section>");
        }
    }

    private void observed(RunObservations run) {
        run.staging().ifPresent(staging -> new StagingSection(run, staging).draw(out));
        if (!run.limitations().isEmpty()) {
            out.element(
                    "p class=\"card muted\"",
                    "The observations are incomplete (" + String.join(", ", run.limitations())
                            + "), so stages are not judged.");
        }
        new TimeSection(run).draw(out);
    }

    private void earlier() {
        if (report.observations().size() < 2) {
            return;
        }
        out.raw("<section class=\"card\" id=\"processes\"><h2>Processes of this run</h2><table><thead><tr>");
        out.raw("<th scope=\"col\">began</th><th scope=\"col\">took</th><th scope=\"col\">outcome</th>"
                + "<th scope=\"col\">read the source</th></tr></thead><tbody>");
        for (RunObservations run : report.observations()) {
            out.raw("<tr>").element("td", second(run.startedAt())).element("td", Units.duration(run.nanos()));
            out.element(
                    "td", run.failure().map(code -> run.outcome() + ", " + code).orElse(run.outcome()));
            out.element("td", run.staging().isPresent() ? "yes" : "no").raw("</tr>");
        }
        out.raw("</tbody></table></section>");
    }

    /** A document that is not of the form expected is told, not drawn. */
    private void proof(StoredJson evidence) {
        Markup before = new Markup();
        try {
            new ProofSection(evidence).draw(before);
            out.raw(before.toString());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            out.element("p class=\"card problems\"", "The evidence cannot be shown: " + e.getMessage());
        }
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            return new String(requireNonNull(in, "report.css").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
