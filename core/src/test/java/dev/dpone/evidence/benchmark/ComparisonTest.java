package dev.dpone.evidence.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Scope;
import dev.dpone.limits.NativeChunkLimits;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ComparisonTest {
    private static final Build NEWER = new Build("dpone", "1.1.0", "e".repeat(40), false);

    @TempDir
    Path folder;

    private static BundleExample narrow(String... seconds) {
        return new BundleExample().with(BundleExample.NARROW, BundleExample.EIGHT, seconds);
    }

    private static BundleExample baseline() {
        return narrow("10", "10", "10");
    }

    private static BundleExample faster() {
        return narrow("8", "8", "8");
    }

    private Comparison compared(BundleExample baseline, BundleExample candidate) {
        return Comparison.of(baseline.read(folder.resolve("baseline")), candidate.read(folder.resolve("candidate")));
    }

    @Test
    void passesWhereTheCandidateIsFasterAndEverythingIsProven() {
        Comparison comparison = compared(
                baseline(),
                faster().of(NEWER).on(BundleExample.environment(Map.of("java", "17.0.9", "dpone", "1.1.0"), 2)));

        assertThat(comparison.status()).isEqualTo(Status.PASS);
        assertThat(comparison.limitations()).isEmpty();
        ComparedCase only = comparison.cases().get(0);
        assertThat(only.ratio()).contains(new BigDecimal("0.800000"));
        assertThat(only.candidate().subject()).isEqualTo(NEWER);
        assertThat(only.candidate().samples()).isEqualTo(4);
        assertThat(only.candidate().successful()).isEqualTo(3);
        assertThat(only.candidate().eligible()).isEqualTo(3);
        assertThat(ComparisonDocument.read(ComparisonDocument.json(comparison)).status())
                .isEqualTo(Status.PASS);
    }

    @ParameterizedTest
    @CsvSource({
        // The only ratio: at most 0.85, or nothing was gained.
        "100, 85, PASS",
        "100, 85.000001, FAIL",
        // Rounded to six digits this would be 0.85.
        "300000, 255000.01, FAIL",
        "100, 100, FAIL"
    })
    void oneRatioMustBeAtMost085(String before, String after, Status status) {
        assertThat(compared(narrow(before, before, before), narrow(after, after, after))
                        .status())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"100, 105, PASS, PASS", "100, 105.000001, FAIL, FAIL", "300000, 315000.01, FAIL, FAIL"})
    void noRatioMayBeAbove105(String before, String after, Status whole, Status one) {
        Comparison comparison = compared(
                baseline().with(BundleExample.WIDE, BundleExample.EIGHT, before, before, before),
                faster().with(BundleExample.WIDE, BundleExample.EIGHT, after, after, after));

        assertThat(comparison.status()).isEqualTo(whole);
        assertThat(comparison.cases()).extracting(ComparedCase::status).containsExactly(Status.PASS, one);
    }

    @Test
    void theMedianIsTheMiddleOfTheTrialsAndNeverOfWarmUps() {
        ComparedSide odd =
                compared(narrow("30", "10", "11"), faster()).cases().get(0).baseline();
        assertThat(odd.medianSeconds()).contains(new BigDecimal("11"));
        BundleExample four = narrow("30", "10", "11", "11.5");
        ComparedSide even = Comparison.of(four.read(folder.resolve("four")), Bundle.read(folder.resolve("candidate")))
                .cases()
                .get(0)
                .baseline();
        assertThat(even.medianSeconds()).contains(new BigDecimal("11.25"));
    }

    static Stream<Arguments> doubts() {
        return Stream.of(
                Arguments.of(
                        faster().of(new Build("dpone", "1", "a".repeat(40), true)),
                        "the subject was built from a dirty checkout"),
                Arguments.of(faster().of(new Build("dpone", "1", "unknown", false)), "the subject's commit is unknown"),
                Arguments.of(
                        faster().by(new Build("dpone", "1", "a".repeat(40), true)),
                        "the producer was built from a dirty checkout"),
                Arguments.of(faster().hermetic(), "the receipt of sample trial-1 is of a hermetic fixture"),
                Arguments.of(narrow("8", "8"), "it has 2 eligible samples, fewer than 3"),
                Arguments.of(faster().withoutWarmup(), "it has no warm-up that passed"),
                Arguments.of(failing(Scope.SAMPLE), "the receipt of sample trial-1 is FAIL"),
                Arguments.of(failing(Scope.TYPE_FIDELITY), "the receipt of type fidelity is FAIL"),
                Arguments.of(failing(Scope.FAILURE_RECOVERY), "the receipt of failure recovery is FAIL"),
                Arguments.of(
                        faster().changing(run -> new RunEnvelope(
                                run.producer(),
                                run.subject(),
                                run.route(),
                                run.workload(),
                                run.limits(),
                                run.environment(),
                                run.samples(),
                                run.fidelity(),
                                run.recovery(),
                                Status.UNVERIFIED,
                                List.of("the machine was busy"))),
                        "the run's status is UNVERIFIED"));
    }

    private static BundleExample failing(Scope scope) {
        String first = scope.required().get(0);
        return faster().changingChecks(
                        scope,
                        check -> check.id().equals(first)
                                ? Check.failed(first, Check.Method.LIVE_OBSERVATION, "it was not so")
                                : check);
    }

    @ParameterizedTest
    @MethodSource("doubts")
    void isUnverifiedWhereASideCannotBeJudged(BundleExample doubtful, String reason) {
        Comparison after = compared(baseline(), doubtful);
        assertThat(after.status()).isEqualTo(Status.UNVERIFIED);
        ComparedSide side = after.cases().get(0).candidate();
        assertThat(side.status()).isEqualTo(Status.UNVERIFIED);
        assertThat(side.limitations()).contains(reason);
        assertThat(after.cases().get(0).baseline().limitations()).isEmpty();

        Comparison before =
                Comparison.of(Bundle.read(folder.resolve("candidate")), Bundle.read(folder.resolve("baseline")));
        assertThat(before.status()).isEqualTo(Status.UNVERIFIED);
        assertThat(before.cases().get(0).baseline().limitations()).contains(reason);
        assertThat(ComparisonText.text(before)).contains("baseline: " + reason);
    }

    @Test
    void aSampleWhoseReceiptIsNotPassIsNoTrial() {
        ComparedSide side =
                compared(baseline(), failing(Scope.SAMPLE)).cases().get(0).candidate();
        assertThat(side.successful()).isZero();
        assertThat(side.medianSeconds()).isEmpty();
        ComparedSide hermetic = Comparison.of(
                        Bundle.read(folder.resolve("baseline")),
                        faster().hermetic().read(folder.resolve("hermetic")))
                .cases()
                .get(0)
                .candidate();
        assertThat(hermetic.successful()).isEqualTo(3);
        assertThat(hermetic.eligible()).isZero();
    }

    @Test
    void aCaseThatOneSideLacksMakesItUnverified() {
        Comparison comparison = compared(
                baseline().with(BundleExample.WIDE, BundleExample.EIGHT, "1", "1", "1"),
                faster().with(BundleExample.NARROW, BundleExample.TEN, "7", "7", "7"));

        assertThat(comparison.status()).isEqualTo(Status.UNVERIFIED);
        assertThat(comparison.cases()).hasSize(1);
        assertThat(comparison.limitations()).hasSize(2);
        assertThat(comparison.limitations().get(0))
                .startsWith("the baseline's wide (clickhouse to postgres, full_refresh, E=1/I=1, configuration "
                        + hash(BundleExample.EIGHT)
                        + ") is not comparable with the nearest of the candidate: workload ");
        assertThat(comparison.limitations().get(1))
                .startsWith("the candidate's narrow (clickhouse to postgres, full_refresh, E=2/I=1, configuration "
                        + hash(BundleExample.TEN)
                        + ") is not comparable with the nearest of the baseline: limits of 10 fields ");
    }

    private static String hash(NativeChunkLimits limits) {
        return limits.configurationHash().substring(0, 8);
    }

    @Test
    void reasonsAreCutBeforeTheyAreTooLongOrTooManyToKeep() {
        String[] seconds = Stream.generate(() -> "8").limit(300).toArray(String[]::new);
        Comparison many = compared(baseline(), narrow(seconds).hermetic());
        List<String> reasons = many.cases().get(0).candidate().limitations();
        assertThat(reasons).hasSize(257).contains("the receipt of failure recovery is of a hermetic fixture");
        assertThat(reasons.get(256)).isEqualTo("and 49 more");

        String emoji = "😀".repeat(600);
        assertThat(Form.reasons(List.of(emoji + emoji)).get(0))
                .isEqualTo("😀".repeat(997) + "...")
                .satisfies(text -> Form.text("reason", text));
        assertThat(ComparisonDocument.read(ComparisonDocument.json(many)).status())
                .isEqualTo(Status.UNVERIFIED);
    }

    @Test
    void aDeclaredWorkloadWithoutARunMakesItUnverified() {
        Comparison comparison = compared(baseline(), faster().declaring(BundleExample.WIDE));

        assertThat(comparison.status()).isEqualTo(Status.UNVERIFIED);
        assertThat(comparison.limitations())
                .containsExactly("the candidate declares workload wide, but has no run of it");
    }

    @Test
    void aSymmetricBaselineIsNeverComparedWithAnAsymmetricCandidate() {
        BundleExample candidate = new BundleExample().with(BundleExample.NARROW, BundleExample.TEN, "1", "1", "1");

        assertThatThrownBy(() -> compared(baseline(), candidate))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.BENCH_NOT_COMPARABLE);
                    assertThat(e.code().exit().status()).isEqualTo(2);
                    assertThat(e.remedy()).contains("eight limits are never compared with ten");
                })
                .hasMessageContaining("limits of 8 fields "
                        + CanonicalJson.orderedText(BundleExample.EIGHT.record()) + " against 10 fields "
                        + CanonicalJson.orderedText(BundleExample.TEN.record()));
    }

    static Stream<Arguments> otherExperiments() {
        return Stream.of(
                Arguments.of(
                        new BundleExample().with(BundleExample.NARROW, BundleExample.ten(1, 2), "1", "1", "1"),
                        "limits of 10 fields"),
                Arguments.of(
                        new BundleExample()
                                .with(
                                        new Workload("narrow", 1, 2001, 5, "1".repeat(64)),
                                        BundleExample.TEN,
                                        "1",
                                        "1",
                                        "1"),
                        "\"rows\":2001"),
                Arguments.of(
                        new BundleExample()
                                .with(
                                        new Workload("narrow", 1, 2000, 5, "3".repeat(64)),
                                        BundleExample.TEN,
                                        "1",
                                        "1",
                                        "1"),
                        "workload "),
                Arguments.of(
                        ten().over(new Route(Route.Sink.MSSQL, Route.Strategy.FULL_REFRESH)),
                        "route clickhouse to postgres, full_refresh against clickhouse to mssql, full_refresh"),
                Arguments.of(
                        ten().on(BundleExample.environment(Map.of("java", "17.0.10", "dpone", "1.0.0"), 2)),
                        "environment, in versions.java (17.0.9 against 17.0.10)"),
                Arguments.of(
                        ten().on(BundleExample.environment(Map.of("java", "17.0.9", "dpone", "1.0.0"), 4)),
                        "environment, in resource_profile.cores (2 against 4)"),
                Arguments.of(
                        ten().on(BundleExample.environment(Map.of("java", "17.0.9"), 2)),
                        "environment, in versions.dpone (any against none)"),
                Arguments.of(
                        ten().on(new Environment(
                                Map.of("java", "17.0.9", "dpone", "1.0.0"),
                                "9".repeat(64),
                                Map.of("cores", 2, "memory_bytes", 1L << 32, "cpu", "Example CPU"))),
                        "environment, in target_layout_sha256"));
    }

    private static BundleExample ten() {
        return new BundleExample().with(BundleExample.NARROW, BundleExample.TEN, "1", "1", "1");
    }

    @ParameterizedTest
    @MethodSource("otherExperiments")
    void whatIsAnotherExperimentIsNotCompared(BundleExample candidate, String difference) {
        assertThatThrownBy(() -> compared(ten(), candidate))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BENCH_NOT_COMPARABLE))
                .hasMessageContaining(difference);
    }

    @Test
    void tenFieldsAreComparedWithTheSameTen() {
        BundleExample slower = new BundleExample().with(BundleExample.NARROW, BundleExample.TEN, "2", "2", "2");
        assertThat(compared(slower, ten()).status()).isEqualTo(Status.PASS);
    }

    @Test
    void bundlesWithoutRunsAreNotComparable() {
        assertThatThrownBy(() -> compared(new BundleExample(), new BundleExample()))
                .hasMessageContaining("neither has any");
        assertThatThrownBy(() ->
                        Comparison.of(Bundle.read(folder.resolve("baseline")), faster().read(folder.resolve("some"))))
                .hasMessageContaining("the baseline has no runs");
    }

    @Test
    void theTextsShowEveryCaseApartAndEscapeWhatOthersWrote() {
        Comparison comparison = compared(
                baseline().with(BundleExample.NARROW, BundleExample.TEN, "1", "1", "1"),
                faster().with(BundleExample.NARROW, BundleExample.TEN, "1", "1", "1"));
        String eight = hash(BundleExample.EIGHT);
        Comparison doubtful =
                new Comparison(comparison.baseline(), comparison.candidate(), comparison.cases(), List.of("<b>|"));

        assertThat(ComparisonText.markdown(doubtful)).contains("- &lt;b>\\|").doesNotContain("<b>");
        assertThat(ComparisonText.text(comparison))
                .startsWith("status: PASS\n")
                .contains("narrow    postgres full_refresh  1/1  8 fields " + eight + "   10 (n=3)")
                .contains("narrow    postgres full_refresh  2/1  10 fields ");
        assertThat(ComparisonText.markdown(comparison))
                .startsWith("# dpone bench compare: PASS\n\n| workload | route |")
                .contains("| narrow | postgres full_refresh | 1/1 | 8 fields " + eight
                        + " | 10 (n=3) | 8 (n=3) | 0.800000 | PASS |");
    }
}
