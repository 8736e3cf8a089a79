package dev.dpone.evidence.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.delivery.RecordedPlan;
import dev.dpone.delivery.RunState;
import dev.dpone.delivery.SpanKind;
import dev.dpone.evidence.EvidenceDocument;
import dev.dpone.evidence.EvidenceExample;
import dev.dpone.evidence.StoredJson;
import dev.dpone.evidence.observations.RunObservations;
import dev.dpone.evidence.observations.States;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.spi.Policy;
import dev.dpone.spi.TechnicalColumns;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

class HtmlReportTest {
    private static final String HOSTILE = "t\"><script>alert('1')</script>&<img src=x onerror=y>\u202e\u0007";

    private static String page(RunReport report) {
        return new String(HtmlReport.bytes(report), StandardCharsets.UTF_8);
    }

    private static RunReport report(String pipeline, List<RunObservations> observations, List<String> problems) {
        NativeChunkLimits limits = States.limits(2, 1, 2);
        RecordedPlan plan = new RecordedPlan(
                "SELECT '" + pipeline + "'",
                List.of(new RecordedPlan.RecordedColumn(pipeline, "String", "text", Optional.of(Policy.REPLACE))),
                "full_refresh",
                Optional.empty(),
                List.of(),
                TechnicalColumns.OFF,
                "dpone_stage");
        return new RunReport(
                "run:1",
                pipeline,
                pipeline,
                RunState.SUCCEEDED,
                Optional.empty(),
                States.STARTED,
                limits,
                Optional.of(plan),
                observations,
                Optional.of(StoredJson.read(EvidenceDocument.json(EvidenceExample.fiveRows(limits)))),
                problems);
    }

    private static RunObservations slowImporter() {
        return new States(2, 1, 2)
                .at(1, "reading", 0, 0, 0, 0)
                .span(SpanKind.SOURCE_OPEN, "delivery", 0, 0, 1)
                .at(3, "", 0, 2, 1, 4)
                .span(SpanKind.SOURCE_READ, "source-0", 0, 1, 3)
                .at(7, "ended", 0, 0, 1, 3, 120, 0)
                .span(SpanKind.ENCODE, "encode-0", 0, 3, 7)
                .at(96, "ended", 0, 0, 0, 0, 0, 10)
                .span(SpanKind.IMPORT, "import-0", 0, 3, 96)
                .span(SpanKind.VERIFY_IMMEDIATELY, "import-0", 0, 90, 96)
                .span(SpanKind.PUBLISH, "delivery", 0, 97, 100)
                .observations();
    }

    /** The page without its doctype is well-formed XML but for elements that HTML leaves open. */
    private static Element parsed(String page) throws Exception {
        String xml = page.replaceFirst("<!doctype html>\n", "")
                .replaceAll("<meta ([^>]*)>", "<meta $1/>")
                .replace("&#39;", "'");
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }

    @Test
    void theRootElementTellsLimitsObservationsAndBottleneck() throws Exception {
        Element root = parsed(page(report("analytics.events", List.of(slowImporter()), List.of())));

        assertThat(root.getAttribute("data-run")).isEqualTo("run:1");
        assertThat(root.getAttribute("data-encoders")).isEqualTo("2");
        assertThat(root.getAttribute("data-importers")).isEqualTo("1");
        assertThat(root.getAttribute("data-capacity")).isEqualTo("4");
        assertThat(root.getAttribute("data-observed-encoders")).isEqualTo("2");
        assertThat(root.getAttribute("data-observed-importers")).isEqualTo("1");
        assertThat(root.getAttribute("data-observed-retained")).isEqualTo("4");
        assertThat(root.getAttribute("data-bottleneck")).isEqualTo("importers");
    }

    @Test
    void showsTheSentenceDigestsReceiptMethodsLimitsAndPlan() {
        String page = page(report("analytics.events", List.of(slowImporter()), List.of()));

        assertThat(page)
                .contains("Importers were busy 98 % of the time: raise import_parallelism (now 1)")
                .contains(EvidenceExample.fiveRows(States.limits(2, 1, 2))
                        .commit()
                        .businessDigest())
                .contains("01M2DC6XFVJD68ZYG5K092S245")
                .contains("unchanged_xmin of 2")
                .contains("encoding_parallelism")
                .contains("configuration_sha256")
                .contains("PostgreSQL 14.22")
                .contains("SELECT &#39;analytics.events&#39;")
                .contains("<td>replace</td>")
                .contains("C = 4");
    }

    @Test
    void hostileNamesAreText() throws Exception {
        String page = page(report(HOSTILE, List.of(slowImporter()), List.of(HOSTILE)));

        assertThat(page)
                .doesNotContain("<script", "<img", "\u202e", "\u0007")
                .contains("t&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&lt;img src=x onerror=y&gt;");
        assertThat(parsed(page).getElementsByTagName("script").getLength()).isZero();
    }

    @Test
    void standsAloneAndRunsNothing() {
        String page = page(report("analytics.events", List.of(slowImporter()), List.of()));

        assertThat(page).contains("content=\"default-src 'none'; style-src 'unsafe-inline'\"");
        assertThat(page).doesNotContain("http://", "https://", "url(", "@import", " src=", "<link", "<script");
        assertThat(Pattern.compile("\\son\\w+=").matcher(page).find()).isFalse();
    }

    @Test
    void isReadableInTheDarkOnPaperAndAloud() throws Exception {
        String page = page(report("analytics.events", List.of(slowImporter()), List.of()));

        assertThat(page).contains("@media (prefers-color-scheme:dark)", "@media print", "<html lang=\"en\"");
        var pictures = parsed(page).getElementsByTagName("svg");
        assertThat(pictures.getLength()).isEqualTo(4);
        for (int i = 0; i < pictures.getLength(); i++) {
            Element picture = (Element) pictures.item(i);
            assertThat(picture.getAttribute("role")).isEqualTo("img");
            assertThat(picture.getElementsByTagName("title").item(0).getTextContent())
                    .isNotBlank();
            assertThat(picture.getElementsByTagName("desc").item(0).getTextContent())
                    .isNotBlank();
        }
    }

    @Test
    void aRunWithoutObservationsIsStillProven() throws Exception {
        String page = page(report("analytics.events", List.of(), List.of("observations-1.json: not JSON")));

        assertThat(page)
                .contains("No observations of this run are stored", "observations-1.json: not JSON")
                .contains("01M2DC6XFVJD68ZYG5K092S245");
        assertThat(parsed(page).getAttribute("data-bottleneck")).isEqualTo("unknown");
    }

    @Test
    void theLastProcessThatHadAPipelineIsThePicture() throws Exception {
        RunObservations resumed = new States(2, 1, 2)
                .span(SpanKind.VERIFY_AGAIN, "delivery", 0, 0, 5)
                .observations();

        String page = page(report("analytics.events", List.of(slowImporter(), resumed), List.of()));

        assertThat(parsed(page).getAttribute("data-bottleneck")).isEqualTo("importers");
        assertThat(page).contains("Processes of this run");
    }

    @Test
    void evidenceOfAnotherFormIsToldAndNothingElseIsLost() {
        RunReport good = report("analytics.events", List.of(slowImporter()), List.of());
        RunReport odd = new RunReport(
                good.runId(),
                good.pipeline(),
                good.table(),
                good.state(),
                good.failure(),
                good.openedAt(),
                good.limits(),
                good.plan(),
                good.observations(),
                Optional.of(StoredJson.read(
                        "{\"source\":{\"product\":\"a\",\"version\":\"b\"},\"target\":{\"product\":\"a\",\"version\":\"b\"},\"commit\":{\"chunks\":1}}"
                                .getBytes(StandardCharsets.UTF_8))),
                List.of());

        assertThat(page(odd)).contains("The evidence cannot be shown: ").contains("Importers were busy");
    }

    @Test
    void aRunOfVeryManyFramesStaysUnderTwoMegabytes() throws Exception {
        States states = new States(64, 64, 64).at(0, "", 0, 0, 0, 0);
        for (int i = 0; i < 100_000; i++) {
            long at = i * 7L;
            int lane = i % 64;
            states.at(at, i % 3 == 0 ? "reading" : "", 0, i % 65, (i * 7) % 65, i % 129, i * 31L % 99_999, i * 100L)
                    .span(SpanKind.SOURCE_READ, "source-0", i, at, at + 2)
                    .span(SpanKind.ENCODE, "encode-" + lane, i, at, at + (i * 37L) % 400)
                    .span(SpanKind.IMPORT, "import-" + lane, i, at, at + (i * 53L) % 400);
        }
        RunObservations many =
                states.at(700_000, "ended", 0, 0, 0, 0, 0, 10_000_000).observations();

        byte[] page = HtmlReport.bytes(report("analytics.events", List.of(many), List.of()));

        assertThat(page).hasSizeLessThan(2_000_000);
        assertThat(new String(page, StandardCharsets.UTF_8)).contains("300,000 spans of work, too many to draw");
    }

    @Test
    void theReceiptsOfVeryManyFilesStayUnderTwoMegabytesToo() {
        RunReport few = report("analytics.events", List.of(slowImporter()), List.of());
        RunReport many = new RunReport(
                few.runId(),
                few.pipeline(),
                few.table(),
                few.state(),
                few.failure(),
                few.openedAt(),
                few.limits(),
                few.plan(),
                few.observations(),
                Optional.of(StoredJson.read(EvidenceDocument.json(EvidenceExample.tenMillionRows(few.limits())))),
                List.of());

        byte[] page = HtmlReport.bytes(many);

        assertThat(page).hasSizeLessThan(2_000_000);
        assertThat(new String(page, StandardCharsets.UTF_8))
                .contains("10,000,000 in 10,000 sealed files", "readback of 10,000")
                .containsPattern("The first \\d+ of 10,000; all of them are in evidence.json");
    }
}
