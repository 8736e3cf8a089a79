package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.evidence.benchmark.Build;
import dev.dpone.evidence.benchmark.BundleWriter;
import dev.dpone.evidence.benchmark.Campaign;
import dev.dpone.evidence.benchmark.Check;
import dev.dpone.evidence.benchmark.ComparisonDocument;
import dev.dpone.evidence.benchmark.CorrectnessReceipt;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Fixture;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Scope;
import dev.dpone.evidence.benchmark.Environment;
import dev.dpone.evidence.benchmark.Ref;
import dev.dpone.evidence.benchmark.Route;
import dev.dpone.evidence.benchmark.RunEnvelope;
import dev.dpone.evidence.benchmark.RunIdentity;
import dev.dpone.evidence.benchmark.Sample;
import dev.dpone.evidence.benchmark.Status;
import dev.dpone.evidence.benchmark.Workload;
import dev.dpone.limits.NativeChunkLimits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchCompareTest {
    private static final NativeChunkLimits EIGHT = NativeChunkLimits.defaults();
    private static final NativeChunkLimits TEN = new NativeChunkLimits(
            EIGHT.maxTotalEncodedBytes(),
            EIGHT.stageAllocatedBytesStopThreshold(),
            EIGHT.maxRows(),
            EIGHT.maxBytes(),
            EIGHT.maxRowBytes(),
            EIGHT.maxPending(),
            EIGHT.maxStagingTables(),
            1,
            OptionalInt.of(2),
            OptionalInt.empty());

    @TempDir
    Path folder;

    @BeforeEach
    void makeTheBaseline() throws IOException {
        bundle("old", EIGHT, "10", false);
    }

    /** Three trials of the same time each, after a warm-up. */
    private void bundle(String name, NativeChunkLimits limits, String seconds, boolean dirty) throws IOException {
        RunIdentity run = new RunIdentity(
                new Build("dpone", "1.0.0", "a".repeat(40), dirty),
                new Route(Route.Sink.POSTGRES, Route.Strategy.FULL_REFRESH),
                new Workload("narrow", 1, 1000, 4, "1".repeat(64)),
                limits,
                new Environment(Map.of("dpone", name), "2".repeat(64), Map.of("cores", 2)));
        BundleWriter writer = new BundleWriter(folder.resolve(name));
        List<Sample> samples = new ArrayList<>();
        for (String id : List.of("warmup", "trial-1", "trial-2", "trial-3")) {
            Optional<BigDecimal> time = Optional.of(new BigDecimal(seconds));
            samples.add(new Sample(
                    id,
                    id.equals("warmup"),
                    Status.PASS,
                    Optional.empty(),
                    time,
                    time,
                    receipt(writer, run, Scope.SAMPLE, Optional.of(id)),
                    Optional.empty(),
                    new TreeMap<>()));
        }
        Ref fidelity = receipt(writer, run, Scope.TYPE_FIDELITY, Optional.empty());
        Ref recovery = receipt(writer, run, Scope.FAILURE_RECOVERY, Optional.empty());
        Ref envelope = writer.write(
                "runs/narrow.json",
                new RunEnvelope(
                        run.subject(),
                        run.subject(),
                        run.route(),
                        run.workload(),
                        limits,
                        run.environment(),
                        samples,
                        fidelity,
                        recovery,
                        RunEnvelope.best(samples, fidelity, recovery),
                        List.of()));
        writer.write(new Campaign(List.of(run.workload()), List.of(envelope), List.of()));
    }

    private static Ref receipt(BundleWriter writer, RunIdentity run, Scope scope, Optional<String> sample)
            throws IOException {
        List<Check> checks = scope.required().stream()
                .map(id -> Check.compared(id, Check.Method.LIVE_OBSERVATION, "as before", "as before", "changed"))
                .toList();
        return writer.write(
                "receipts/" + sample.orElse(scope.id()) + ".json",
                CorrectnessReceipt.of(run, sample, scope, new Fixture("narrow", 1000, "1".repeat(64)), checks));
    }

    private Cli.Ran compare(String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("bench", "compare", "--baseline", "old", "--candidate", "new", "--output", "c.json"));
        arguments.addAll(List.of(more));
        return new Cli(folder).run(arguments.toArray(String[]::new));
    }

    private String written() throws IOException {
        return Files.readString(folder.resolve("c.json"));
    }

    @Test
    void exitsZeroAndWritesTheDocumentWhereTheCandidatePasses() throws IOException {
        bundle("new", EIGHT, "8", false);

        Cli.Ran ran = compare();

        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).startsWith("status: PASS\n").contains("narrow").contains("0.800000");
        assertThat(ComparisonDocument.read(written().getBytes(StandardCharsets.UTF_8))
                        .status())
                .isEqualTo(Status.PASS);
    }

    @Test
    void exitsOneAndWritesAllTheSameWhereTheCandidateIsNotFaster() throws IOException {
        bundle("new", EIGHT, "10", false);

        Cli.Ran ran = compare("--format", "json");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.json().get("status").stringValue()).isEqualTo("FAIL");
        assertThat(ran.out()).isEqualToNormalizingNewlines(written());
    }

    @Test
    void exitsOneAndSaysWhyWhereASideCannotBeJudged() throws IOException {
        bundle("new", EIGHT, "8", true);

        Cli.Ran ran = compare("--format", "md");

        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.out())
                .startsWith("# dpone bench compare: UNVERIFIED\n")
                .contains("- narrow E/I 1/1, candidate: the subject was built from a dirty checkout");
        assertThat(written()).contains("\"status\":\"UNVERIFIED\"");
    }

    @Test
    void exitsTwoAndWritesNothingForEightFieldsAgainstTen() throws IOException {
        bundle("new", TEN, "1", false);

        Cli.Ran ran = compare();

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .startsWith("DPONE_BENCH_NOT_COMPARABLE: ")
                .contains("limits of 8 fields {")
                .contains("against 10 fields {");
        assertThat(folder.resolve("c.json")).doesNotExist();
    }

    @Test
    void exitsTwoAndWritesNothingForABundleThatChanged() throws IOException {
        bundle("new", EIGHT, "8", false);
        Path receipt = folder.resolve("new/receipts/trial-2.json");
        Files.writeString(receipt, Files.readString(receipt).replace("as before", "as ever"));

        Cli.Ran ran = compare();

        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).startsWith("DPONE_BENCH_DOCUMENT_INVALID: File receipts/trial-2.json of the bundle ");
        assertThat(folder.resolve("c.json")).doesNotExist();
    }

    @Test
    void replacesAnOutputOnlyWhenAskedToAndEvidenceNever() throws IOException {
        bundle("new", EIGHT, "8", false);
        Files.writeString(folder.resolve("c.json"), "mine");
        assertThat(compare().err()).startsWith("DPONE_OUTPUT_EXISTS: ");
        assertThat(compare().exit()).isEqualTo(2);
        assertThat(written()).isEqualTo("mine");
        assertThat(compare("--overwrite").exit()).isZero();
        assertThat(written()).contains("native-delivery-comparison");

        Files.delete(folder.resolve("c.json"));
        String campaign = Files.readString(folder.resolve("new/campaign.json"));
        Files.createSymbolicLink(folder.resolve("c.json"), Path.of("new/campaign.json"));
        Cli.Ran aliased = compare("--overwrite");
        assertThat(aliased.exit()).isEqualTo(2);
        assertThat(aliased.err()).startsWith("DPONE_OUTPUT_IS_EVIDENCE: ");
        assertThat(Files.readString(folder.resolve("new/campaign.json"))).isEqualTo(campaign);
    }

    @Test
    void theHelpTellsEightFieldsFromTen() {
        String help = new Cli(folder).run("bench", "compare", "--help").out();

        assertThat(help.replaceAll("\\s+", " "))
                .contains("eight fields where both stages have parallelism workers")
                .contains("ten where encoding_parallelism or import_parallelism differ")
                .contains("A run with eight fields is never compared with one with ten");
    }

    @Test
    void aMissingOptionIsAUsageError() {
        Cli.Ran ran = new Cli(folder).run("bench", "compare", "--baseline", "old");
        assertThat(ran.exit()).isEqualTo(2);
        assertThat(ran.err()).startsWith("DPONE_USAGE_INVALID: ");
        assertThat(new Cli(folder).run("bench").exit()).isEqualTo(2);
    }
}
