package dev.dpone.evidence.report;

import dev.dpone.delivery.RecordedPlan;
import dev.dpone.spi.Policy;
import java.util.List;
import java.util.Map;

/** What the run was to do: its limits, and the plan its journal keeps. */
final class PlanSection {
    private static final int MOST_COLUMNS = 300;
    private static final int MOST_QUERY = 20_000;

    private final RunReport report;

    PlanSection(RunReport report) {
        this.report = report;
    }

    void draw(Markup out) {
        Map<String, Long> record = report.limits().record();
        out.raw("<section class=\"card\" id=\"limits\"><h2>Limits</h2><dl class=\"facts\">");
        record.forEach((name, value) -> ProofSection.fact(out, name, Units.count(value)));
        ProofSection.fact(
                out,
                "resolved",
                "E = " + report.limits().encoders() + ", I = " + report.limits().importers() + ", C = "
                        + report.limits().retainedWorkCapacity() + ", spool "
                        + Units.bytes(report.limits().spoolReservation()));
        ProofSection.fact(out, "configuration_sha256", report.limits().configurationHash());
        out.raw("</dl></section>");
        report.plan().ifPresent(plan -> plan(out, plan));
    }

    private static void plan(Markup out, RecordedPlan plan) {
        out.raw("<section class=\"card\" id=\"plan\"><h2>Plan</h2><dl class=\"facts\">");
        ProofSection.fact(out, "Strategy", plan.strategy());
        plan.window()
                .ifPresent(window -> ProofSection.fact(
                        out, "Window", window.column() + " from " + window.from() + " to " + window.to()));
        if (!plan.uniqueKey().isEmpty()) {
            ProofSection.fact(out, "Unique key", String.join(", ", plan.uniqueKey()));
        }
        ProofSection.fact(out, "Technical columns", plan.technical().name());
        ProofSection.fact(out, "Staging schema", plan.stagingSchema());
        out.raw("</dl><h3>The one query</h3><pre>");
        out.text(shortened(plan.query())).raw("</pre><h3>Columns</h3><div class=\"scroll\"><table><thead><tr>");
        List.of("column", "source type", "target type", "policy")
                .forEach(name -> out.element("th scope=\"col\"", name));
        out.raw("</tr></thead><tbody>");
        plan.columns().stream()
                .limit(MOST_COLUMNS)
                .forEach(column -> out.raw("<tr>")
                        .element("td", column.name())
                        .element("td", column.sourceType())
                        .element("td", column.targetType())
                        .element("td", column.policy().map(Policy::id).orElse(""))
                        .raw("</tr>"));
        out.raw("</tbody></table></div>");
        if (plan.columns().size() > MOST_COLUMNS) {
            out.element(
                    "p class=\"muted\"",
                    "The first " + MOST_COLUMNS + " of "
                            + Units.count(plan.columns().size()) + " columns.");
        }
        out.raw("</section>");
    }

    private static String shortened(String query) {
        return query.length() <= MOST_QUERY ? query : query.substring(0, MOST_QUERY) + " … (shortened)";
    }
}
