package dev.dpone.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.dpone.cli.bench.TestStand;
import dev.dpone.evidence.benchmark.Bundle;
import dev.dpone.evidence.benchmark.CampaignDocument;
import dev.dpone.evidence.benchmark.Check;
import dev.dpone.evidence.benchmark.CorrectnessDocument;
import dev.dpone.evidence.benchmark.CorrectnessReceipt;
import dev.dpone.evidence.benchmark.Metric;
import dev.dpone.evidence.benchmark.Ref;
import dev.dpone.evidence.benchmark.RunEnvelope;
import dev.dpone.evidence.benchmark.RunEnvelopeDocument;
import dev.dpone.evidence.benchmark.Sample;
import dev.dpone.evidence.benchmark.Status;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Benchmarks of real deliveries, each by processes of its own on real servers. */
@Timeout(1200)
class BenchRunTest {
    /** Of the checkout that the tests run in; Maven starts them in the module's folder. */
    static final Path FROZEN = Path.of("src/test/subject-v1/FrozenSubject.java").toAbsolutePath();

    @TempDir
    Path folder;

    private Cli.Ran bench(String... options) {
        String[] all = Stream.concat(
                        Stream.of("bench", "run", "--output", "bundle", "--trials", "1"), Stream.of(options))
                .toArray(String[]::new);
        return new Cli(folder).withVariables(TestStand.environment()).run(all);
    }

    private RunEnvelope envelope(String name) throws IOException {
        return RunEnvelopeDocument.read(
                Files.readAllBytes(folder.resolve("bundle/runs").resolve(name)));
    }

    private CorrectnessReceipt receipt(Ref ref) throws IOException {
        return CorrectnessDocument.read(
                Files.readAllBytes(folder.resolve("bundle").resolve(ref.path())));
    }

    private static void assertGood(RunEnvelope run) {
        Status best = run.subject().traceable() ? Status.PASS : Status.UNVERIFIED;
        assertThat(run.status()).as(run.toString()).isEqualTo(best);
        assertThat(run.fidelity().status()).isEqualTo(Status.PASS);
        assertThat(run.recovery().status()).isEqualTo(Status.PASS);
        assertThat(run.samples()).extracting(Sample::id).containsExactly("warmup", "trial-1");
        assertThat(run.samples()).extracting(Sample::warmup).containsExactly(true, false);
        assertThat(run.samples()).allSatisfy(sample -> {
            assertThat(sample.status()).as(sample.toString()).isEqualTo(Status.PASS);
            assertThat(sample.pipelineSeconds().orElseThrow())
                    .isLessThan(sample.visibilitySeconds().orElseThrow());
            assertThat(value(sample, "rows")).isEqualTo(run.workload().rows());
            assertThat(value(sample, "encoded_bytes")).isPositive();
            assertThat(value(sample, "encoders_observed"))
                    .isBetween(1, run.limits().encoders());
            assertThat(value(sample, "importers_observed"))
                    .isBetween(1, run.limits().importers());
            assertThat(value(sample, "retained_observed"))
                    .isBetween(1, run.limits().retainedWorkCapacity());
        });
    }

    private static int value(Sample sample, String metric) {
        Metric found = sample.metrics().get(metric);
        assertThat(found).as(metric).isNotNull();
        return found == null ? -1 : found.value().map(BigDecimal::intValueExact).orElse(-1);
    }

    private static void assertOfSchema(String resource, Path file) throws IOException {
        String schema;
        try (InputStream in = RunEnvelopeDocument.class.getResourceAsStream(resource)) {
            schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema);
        List<Error> errors = compiled.validate(Files.readString(file), InputFormat.JSON);
        assertThat(errors).as(file.toString()).isEmpty();
    }

    @Test
    void everyConfigurationIsAnEnvelopeOfItsOwnWithItsReceipts() throws IOException {
        Cli.Ran ran = bench(
                "--rows",
                "2000",
                "--profiles",
                "narrow,skewed",
                "--limits",
                "1/1,2/1",
                "--seed",
                "5",
                "--format",
                "json");

        assertThat(ran.exit()).as(ran.err()).isZero();
        Bundle bundle = Bundle.read(folder.resolve("bundle"));
        assertThat(bundle.campaign().runs())
                .extracting(Ref::path)
                .containsExactly(
                        "runs/narrow-e1-i1.json",
                        "runs/narrow-e2-i1.json",
                        "runs/skewed-e1-i1.json",
                        "runs/skewed-e2-i1.json");
        for (String profile : List.of("narrow", "skewed")) {
            RunEnvelope eight = envelope(profile + "-e1-i1.json");
            RunEnvelope ten = envelope(profile + "-e2-i1.json");
            assertGood(eight);
            assertGood(ten);
            assertThat(eight.version()).isEqualTo(1);
            assertThat(ten.version()).isEqualTo(2);
            assertThat(eight.workload()).isEqualTo(ten.workload());
            assertThat(eight.environment()).isEqualTo(ten.environment());
            assertThat(eight.workload().seed()).isEqualTo(5);
            assertOfSchema(
                    RunEnvelopeDocument.SCHEMA_RESOURCE_1, folder.resolve("bundle/runs/" + profile + "-e1-i1.json"));
            assertOfSchema(
                    RunEnvelopeDocument.SCHEMA_RESOURCE_2, folder.resolve("bundle/runs/" + profile + "-e2-i1.json"));
            for (RunEnvelope run : List.of(eight, ten)) {
                assertOfSchema(
                        CorrectnessDocument.SCHEMA_RESOURCE,
                        folder.resolve("bundle").resolve(run.recovery().path()));
                assertThat(receipt(run.samples().get(1).correctness()).checks())
                        .extracting(Check::id)
                        .contains("concurrency_within_limits");
            }
        }
        assertOfSchema(CampaignDocument.SCHEMA_RESOURCE, folder.resolve("bundle/campaign.json"));
        JsonNode told = ran.json();
        assertThat(told.get("runs").size()).isEqualTo(4);
        assertThat(told.at("/runs/1/schema_version").asInt()).isEqualTo(2);
        assertThat(told.at("/runs/1/visibility_seconds/median").decimalValue()).isPositive();
        assertThat(told.get("campaign").asString())
                .isEqualTo(folder.resolve("bundle/campaign.json").toRealPath().toString());
        comparable();
        // Every other round goes backwards.
        assertThat(ran.err())
                .containsSubsequence(
                        "narrow 1/1 warmup", "narrow 2/1 warmup", "narrow 2/1 trial-1", "narrow 1/1 trial-1");
    }

    /** All four runs are paired with themselves; one trial of each is too few to judge. */
    private void comparable() {
        Cli.Ran compared = new Cli(folder)
                .run(
                        "bench",
                        "compare",
                        "--baseline",
                        "bundle",
                        "--candidate",
                        "bundle",
                        "--output",
                        "comparison.json",
                        "--format",
                        "json");
        assertThat(compared.exit()).as(compared.err()).isEqualTo(1);
        JsonNode comparison = compared.json();
        assertThat(comparison.get("status").asString()).isEqualTo("UNVERIFIED");
        assertThat(comparison.get("workloads").size()).isEqualTo(4);
        assertThat(comparison.at("/workloads/0/ratio").decimalValue()).isEqualByComparingTo("1");
    }

    @Test
    void aSubjectThatChangesARowAfterwardsFailsAndIsNotTimed() throws IOException {
        String liar = TestStand.command("dev.dpone.cli.BrokenSubject", "-Dbroken=" + BrokenSubject.ROW);

        Cli.Ran ran = bench("--rows", "500", "--profiles", "narrow", "--subject", liar);

        assertThat(ran.exit()).as(ran.err()).isEqualTo(1);
        RunEnvelope run = envelope("narrow-e1-i1.json");
        assertThat(run.status()).isEqualTo(Status.FAIL);
        assertThat(run.samples()).hasSize(2).allSatisfy(sample -> {
            assertThat(sample.status()).isEqualTo(Status.FAIL);
            assertThat(sample.visibilitySeconds()).isEmpty();
            assertThat(sample.pipelineSeconds()).isEmpty();
            assertThat(sample.reason()).contains("the correctness receipt is FAIL");
        });
        assertThat(receipt(run.samples().get(1).correctness()).checks())
                .filteredOn(check -> check.id().equals(CorrectnessReceipt.TYPED_CONTENT))
                .singleElement()
                .satisfies(check -> assertThat(check.status()).isEqualTo(Check.Outcome.FAIL));
        assertThat(run.fidelity().status()).isEqualTo(Status.FAIL);
        assertThat(ran.out()).contains("| FAIL | FAIL | FAIL | 0 of 1 | - | - |");
    }

    @Test
    void aSubjectThatKnowsEightFieldsIsDrivenWithEight() throws IOException {
        Cli.Ran ran = bench(
                "--rows",
                "500",
                "--profiles",
                "decimal",
                "--limits",
                "2/2",
                "--subject",
                TestStand.command(FROZEN.toString()));

        assertThat(ran.exit()).as(ran.err()).isZero();
        RunEnvelope run = envelope("decimal-e2-i2.json");
        assertGood(run);
        assertThat(run.version()).isEqualTo(1);
        assertThat(run.limits().parallelism()).isEqualTo(2);
        assertThat(run.subject().version()).isEqualTo("0.0.1-frozen-v1");
        assertThat(run.environment().versions()).containsEntry("dpone", "0.0.1-frozen-v1");
        assertThat(ran.out()).contains("| 2/2 | 8 | ");
    }
}
