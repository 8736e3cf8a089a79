package dev.dpone.evidence.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.evidence.benchmark.Check.Method;
import dev.dpone.evidence.benchmark.Check.Outcome;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Execution;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Fixture;
import dev.dpone.evidence.benchmark.CorrectnessReceipt.Scope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Documents that contradict themselves cannot be made. */
class RecordsTest {
    private static final Route REFRESH = new Route(Route.Sink.MSSQL, Route.Strategy.FULL_REFRESH);
    private static final Route WINDOW = new Route(Route.Sink.MSSQL, Route.Strategy.PARTITION_REPLACE);
    private static final Build SUBJECT = new Build("dpone", "1", "a".repeat(40), false);
    private static final Environment ENVIRONMENT = BundleExample.environment(Map.of("dpone", "1"), 2);

    private static Ref ref(Status status) {
        return new Ref("receipts/a.json", "e".repeat(64), status);
    }

    private static Sample sample(Status status) {
        Optional<String> reason = status == Status.PASS ? Optional.empty() : Optional.of("it was not good");
        return sample("trial-1", status, reason, Optional.of(BigDecimal.ONE), ref(status));
    }

    private static Sample sample(
            String id, Status status, Optional<String> reason, Optional<BigDecimal> seconds, Ref receipt) {
        return new Sample(id, false, status, reason, seconds, seconds, receipt, Optional.empty(), new TreeMap<>());
    }

    private static RunEnvelope run(List<Sample> samples, Status receipts, Status status, String... limitations) {
        return new RunEnvelope(
                SUBJECT,
                SUBJECT,
                REFRESH,
                BundleExample.NARROW,
                BundleExample.EIGHT,
                ENVIRONMENT,
                samples,
                ref(receipts),
                ref(receipts),
                status,
                List.of(limitations));
    }

    private static CorrectnessReceipt receipt(Scope scope, Route route, List<Check> checks) {
        Optional<String> sample = scope == Scope.SAMPLE ? Optional.of("trial-1") : Optional.empty();
        return new CorrectnessReceipt(
                SUBJECT.commit(),
                "1".repeat(64),
                "2".repeat(64),
                "3".repeat(64),
                sample,
                route,
                scope,
                Execution.LIVE,
                new Fixture("fixture", 32, "4".repeat(64)),
                checks);
    }

    private static List<Check> checks(Scope scope) {
        return scope.required().stream().map(BundleExample::passed).toList();
    }

    private static void refused(String problem, ThrowingCallable making) {
        assertThatThrownBy(making).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(problem);
    }

    @Test
    void aSampleThatPassedHasATimeAndAReceiptThatPassed() {
        assertThat(sample(Status.PASS).status()).isEqualTo(Status.PASS);
        refused(
                "must have visibility_seconds",
                () -> sample("a", Status.PASS, Optional.empty(), Optional.empty(), ref(Status.PASS)));
        refused(
                "status must not be PASS where the correctness receipt is FAIL",
                () -> sample("a", Status.PASS, Optional.empty(), Optional.of(BigDecimal.ONE), ref(Status.FAIL)));
        refused(
                "must have a reason exactly where",
                () -> sample("a", Status.FAIL, Optional.empty(), Optional.empty(), ref(Status.FAIL)));
        refused(
                "must have a reason exactly where",
                () -> sample("a", Status.PASS, Optional.of("why"), Optional.of(BigDecimal.ONE), ref(Status.PASS)));
    }

    @Test
    void aTimeThatIsNotKnownIsNeverZero() {
        refused(
                "visibility_seconds must be above 0",
                () -> sample("a", Status.PASS, Optional.empty(), Optional.of(BigDecimal.ZERO), ref(Status.PASS)));
        assertThat(Sample.seconds(Duration.ofNanos(1))).isEqualTo("0.000001");
        assertThat(Sample.seconds(Duration.ofNanos(12_345_678_499L))).isEqualTo("12.345678");
        assertThat(Sample.seconds(Duration.ofNanos(12_345_678_500L))).isEqualTo("12.345679");
    }

    @Test
    void aMetricHasAValueOrAReason() {
        refused("either a value or a reason", () -> new Metric(Optional.empty(), "s", Optional.empty(), "result"));
        refused(
                "either a value or a reason",
                () -> new Metric(Optional.of(BigDecimal.ONE), "s", Optional.of("why"), "result"));
    }

    @Test
    void anEnvelopeIsNoBetterThanItsParts() {
        List<Sample> good = List.of(sample(Status.PASS));
        assertThat(run(good, Status.PASS, Status.PASS).version()).isEqualTo(1);
        assertThat(run(good, Status.PASS, Status.UNVERIFIED, "two trials only").status())
                .isEqualTo(Status.UNVERIFIED);
        assertThat(run(List.of(), Status.UNVERIFIED, Status.SKIP, "not supported")
                        .status())
                .isEqualTo(Status.SKIP);
        refused("allow UNVERIFIED", () -> run(good, Status.UNVERIFIED, Status.PASS));
        refused("allow UNVERIFIED", () -> run(List.of(), Status.PASS, Status.PASS));
        refused("allow FAIL", () -> run(List.of(sample(Status.FAIL)), Status.PASS, Status.UNVERIFIED, "x"));
        refused("allow PASS", () -> run(good, Status.PASS, Status.FAIL, "x"));
        refused("limitations must say why", () -> run(good, Status.PASS, Status.UNVERIFIED));
    }

    @Test
    void samplesAreNamedOnce() {
        refused(
                "samples name trial-1 twice",
                () -> run(List.of(sample(Status.PASS), sample(Status.PASS)), Status.PASS, Status.PASS));
    }

    @ParameterizedTest
    @EnumSource(Scope.class)
    void everyRequiredCheckMustBeThere(Scope scope) {
        assertThat(receipt(scope, REFRESH, checks(scope)).status()).isEqualTo(Status.PASS);
        for (String required : scope.required()) {
            List<Check> fewer = checks(scope).stream()
                    .filter(check -> !check.id().equals(required))
                    .toList();
            refused("checks must have " + required, () -> receipt(scope, REFRESH, fewer));
        }
    }

    @Test
    void theChecksAreTheOnesThatWereAgreed() {
        assertThat(Scope.SAMPLE.required())
                .containsExactly(
                        "typed_content",
                        "duplicate_multiplicity",
                        "metadata_parity",
                        "commit_receipt_binding",
                        "outside_window_unchanged");
        assertThat(Scope.TYPE_FIDELITY.required()).isEqualTo(Scope.SAMPLE.required());
        assertThat(Scope.FAILURE_RECOVERY.required())
                .containsExactly("empty_input", "rollback", "receipt_first_recovery", "source_free_resume");
    }

    @Test
    void noCheckIsThereTwice() {
        List<Check> twice = new ArrayList<>(checks(Scope.SAMPLE));
        twice.add(twice.get(0));
        refused("checks name typed_content twice", () -> receipt(Scope.SAMPLE, REFRESH, twice));
    }

    @Test
    void onlyTheOutsideOfAWindowIsNotApplicableAndOnlyWithoutOne() {
        refused(
                "Check outside_window_unchanged must not be NOT_APPLICABLE",
                () -> receipt(Scope.SAMPLE, WINDOW, checks(Scope.SAMPLE)));
        List<Check> dodging = checks(Scope.SAMPLE).stream()
                .map(check -> check.id().equals("typed_content") ? Check.notApplicable(check.id(), "too hard") : check)
                .toList();
        refused("Check typed_content must not be NOT_APPLICABLE", () -> receipt(Scope.SAMPLE, REFRESH, dodging));
    }

    @Test
    void aReceiptsStatusFollowsFromItsChecks() {
        assertThat(withFirst(Check.failed("typed_content", Method.EXACT_TYPED_MULTISET, "rows differ")))
                .isEqualTo(Status.FAIL);
        assertThat(withFirst(Check.unverified("typed_content", Method.EXACT_TYPED_MULTISET, "no rights")))
                .isEqualTo(Status.UNVERIFIED);
        assertThat(withFirst(new Check(
                        "typed_content",
                        Outcome.SKIP,
                        Method.EXACT_TYPED_MULTISET,
                        Optional.of("not asked for"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())))
                .isEqualTo(Status.UNVERIFIED);
    }

    private static Status withFirst(Check first) {
        List<Check> checks = new ArrayList<>(checks(Scope.SAMPLE));
        checks.set(0, first);
        return receipt(Scope.SAMPLE, REFRESH, checks).status();
    }

    @Test
    void aCheckThatPassedObservedWhatItExpected() {
        assertThat(Check.compared("a", Method.LIVE_OBSERVATION, "1", "2", "differs")
                        .status())
                .isEqualTo(Outcome.FAIL);
        refused("observed what it expected", () -> passing(Optional.of("1"), Optional.of("2")));
        refused("observed what it expected", () -> passing(Optional.empty(), Optional.empty()));
        refused(
                "both be not applicable",
                () -> new Check(
                        "a",
                        Outcome.FAIL,
                        Method.NOT_APPLICABLE,
                        Optional.of("x"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
    }

    private static Check passing(Optional<String> expected, Optional<String> observed) {
        return new Check(
                "a", Outcome.PASS, Method.LIVE_OBSERVATION, Optional.empty(), expected, observed, Optional.empty());
    }

    @Test
    void onlyASampleIsNamedByItsReceipt() {
        refused(
                "sample_id must be there exactly in scope sample",
                () -> new CorrectnessReceipt(
                        SUBJECT.commit(),
                        "1".repeat(64),
                        "2".repeat(64),
                        "3".repeat(64),
                        Optional.empty(),
                        REFRESH,
                        Scope.SAMPLE,
                        Execution.LIVE,
                        new Fixture("fixture", 32, "4".repeat(64)),
                        checks(Scope.SAMPLE)));
    }

    @Test
    void theEnvironmentsHashIsOverAllOfItAndNothingElse() {
        Environment same = BundleExample.environment(Map.of("dpone", "1"), 2);
        assertThat(same.sha256()).isEqualTo(ENVIRONMENT.sha256());
        assertThat(BundleExample.environment(Map.of("dpone", "1"), 3).sha256()).isNotEqualTo(ENVIRONMENT.sha256());
        Environment newer = BundleExample.environment(Map.of("dpone", "2"), 2);
        assertThat(newer.sha256()).isNotEqualTo(ENVIRONMENT.sha256());
        assertThat(newer.withoutSubject()).isEqualTo(ENVIRONMENT.withoutSubject());
        assertThat(BundleExample.environment(Map.of(), 2).withoutSubject()).isNotEqualTo(ENVIRONMENT.withoutSubject());
    }

    @Test
    void aBuildIsTraceableByACleanCommit() {
        assertThat(SUBJECT.traceable()).isTrue();
        assertThat(new Build("dpone", "1", "a".repeat(40), true).traceable()).isFalse();
        assertThat(new Build("dpone", "1", "unknown", false).traceable()).isFalse();
        refused("commit must be", () -> new Build("dpone", "1", "main", false));
    }
}
