package dev.dpone.evidence.report;

import dev.dpone.evidence.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the evidence proves: digests, receipt, how every boundary was verified, and the sealed files. */
final class ProofSection {
    private static final int MOST_CHUNKS = 500;
    private static final List<String> BOUNDARIES = List.of(
            "1, after the import: what landed is what was sealed",
            "2, right after, on another connection",
            "3, before the rows are prepared",
            "4, before the publication");

    private final StoredJson evidence;

    private record Chunk(long ordinal, long attempt, long rows, long bytes, String digest, List<String> methods) {
        static Chunk of(StoredJson json) {
            return new Chunk(
                    json.number("ordinal"),
                    json.number("attempt"),
                    json.number("rows"),
                    json.number("encoded_bytes"),
                    json.text("digest"),
                    json.texts("methods"));
        }
    }

    ProofSection(StoredJson evidence) {
        this.evidence = evidence;
    }

    void draw(Markup out) {
        List<Chunk> chunks = evidence.objects("chunks", Chunk::of);
        StoredJson prepared = evidence.object("prepared");
        StoredJson commit = evidence.object("commit");
        out.raw("<section class=\"card\" id=\"proof\"><h2>What was proven</h2><dl class=\"facts\">");
        fact(out, "Rows", Units.count(commit.number("rows")) + " in " + Units.count(chunks.size()) + " sealed files");
        fact(out, "Business digest", commit.text("business_digest"));
        fact(out, "Full digest", commit.text("full_digest"));
        fact(out, "Algorithm", evidence.text("digest_algorithm"));
        fact(out, "Receipt", commit.text("receipt_id"));
        fact(out, "Committed at", commit.text("committed_at"));
        fact(out, "Mutation", commit.object("mutation").text("how") + ", strategy " + commit.text("strategy"));
        fact(out, "Fence epoch", String.valueOf(commit.number("fence_epoch")));
        fact(out, "Operation key", commit.text("operation_key"));
        fact(out, "Plan fingerprint", commit.text("plan_fingerprint"));
        fact(out, "Target identity", commit.text("target_identity"));
        fact(out, "Source", server(evidence.object("source")));
        fact(out, "Target", server(evidence.object("target")));
        out.raw("</dl><h3>Verification</h3><table><thead><tr><th scope=\"col\">boundary</th>"
                + "<th scope=\"col\">method</th></tr></thead><tbody>");
        for (int i = 0; i < BOUNDARIES.size(); i++) {
            row(out, BOUNDARIES.get(i), methods(chunks, i));
        }
        row(
                out,
                "prepared table: equal to the sum of all files",
                prepared.texts("methods").get(0));
        row(
                out,
                "prepared table, again before the publication",
                prepared.texts("methods").get(1));
        out.raw("</tbody></table>");
        files(out, chunks);
        out.raw("</section>");
    }

    private static String server(StoredJson server) {
        return server.text("product") + " " + server.text("version") + " (" + server.text("identity") + ")";
    }

    private static String methods(List<Chunk> chunks, int boundary) {
        Map<String, Integer> used = new TreeMap<>();
        chunks.forEach(chunk -> used.merge(chunk.methods().get(boundary), 1, Integer::sum));
        return used.isEmpty()
                ? "no files: the source was empty"
                : used.entrySet().stream()
                        .map(method -> method.getKey() + " of " + Units.count(method.getValue()))
                        .collect(Collectors.joining(", "));
    }

    private static void files(Markup out, List<Chunk> chunks) {
        List<Chunk> shown = new ArrayList<>(chunks.subList(0, Math.min(MOST_CHUNKS, chunks.size())));
        out.raw("<details><summary>Receipts of the sealed files</summary><div class=\"scroll\"><table><thead><tr>");
        List.of("file", "attempt", "rows", "bytes", "digest")
                .forEach(column -> out.element("th scope=\"col\"", column));
        out.raw("</tr></thead><tbody>");
        for (Chunk chunk : shown) {
            out.raw("<tr><td class=\"n\">" + chunk.ordinal() + "</td><td class=\"n\">" + (chunk.attempt() + 1)
                    + "</td><td class=\"n\">" + Units.count(chunk.rows()) + "</td><td class=\"n\">"
                    + Units.count(chunk.bytes()) + "</td>");
            out.element("td class=\"hex\"", chunk.digest()).raw("</tr>");
        }
        out.raw("</tbody></table></div>");
        if (shown.size() < chunks.size()) {
            out.element(
                    "p class=\"muted\"",
                    "The first " + shown.size() + " of " + Units.count(chunks.size())
                            + "; all of them are in evidence.json.");
        }
        out.raw("</details>");
    }

    private static void row(Markup out, String boundary, String method) {
        out.raw("<tr>").element("td", boundary).element("td", method).raw("</tr>");
    }

    static void fact(Markup out, String name, String value) {
        out.raw("<div>").element("dt", name).element("dd", value).raw("</div>");
    }
}
