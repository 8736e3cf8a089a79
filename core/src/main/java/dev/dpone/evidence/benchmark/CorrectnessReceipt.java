package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the harness itself saw of deliveries, without trusting the program that made them: the document
 * {@code native-delivery-correctness}. Its status follows from its checks.
 *
 * @param subjectCommit the measured build's {@link Build#commit}
 * @param sampleId the sample's id in scope {@code sample}, else empty
 * @param checks all that the scope requires, and others; each id once
 */
public record CorrectnessReceipt(
        String subjectCommit,
        String workloadSha256,
        String configurationSha256,
        String environmentSha256,
        Optional<String> sampleId,
        Route route,
        Scope scope,
        Execution execution,
        Fixture fixture,
        List<Check> checks) {
    public static final String TYPED_CONTENT = "typed_content";
    public static final String DUPLICATE_MULTIPLICITY = "duplicate_multiplicity";
    public static final String METADATA_PARITY = "metadata_parity";
    public static final String COMMIT_RECEIPT_BINDING = "commit_receipt_binding";
    public static final String OUTSIDE_WINDOW_UNCHANGED = "outside_window_unchanged";
    public static final String EMPTY_INPUT = "empty_input";
    public static final String ROLLBACK = "rollback";
    public static final String RECEIPT_FIRST_RECOVERY = "receipt_first_recovery";
    public static final String SOURCE_FREE_RESUME = "source_free_resume";

    private static final List<String> OF_CONTENT = List.of(
            TYPED_CONTENT, DUPLICATE_MULTIPLICITY, METADATA_PARITY, COMMIT_RECEIPT_BINDING, OUTSIDE_WINDOW_UNCHANGED);
    private static final List<String> OF_RECOVERY =
            List.of(EMPTY_INPUT, ROLLBACK, RECEIPT_FIRST_RECOVERY, SOURCE_FREE_RESUME);

    /** What the receipt is of. */
    public enum Scope implements Word {
        /** One measured delivery. */
        SAMPLE,
        /** A small table with the edges of every type. */
        TYPE_FIDELITY,
        /** Deliveries that were empty, failed, or were interrupted and recovered. */
        FAILURE_RECOVERY;

        @Override
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The checks a receipt of this scope must have. */
        public List<String> required() {
            return this == FAILURE_RECOVERY ? OF_RECOVERY : OF_CONTENT;
        }
    }

    /** Whether real servers were involved. */
    public enum Execution implements Word {
        HERMETIC,
        LIVE;

        @Override
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The rows that were delivered.
     *
     * @param sha256 as in {@link Workload}
     */
    public record Fixture(String id, long rows, String sha256) {
        public Fixture {
            Form.token("id", id);
            Form.atLeast("rows", 0, rows);
            Form.sha256("sha256", sha256);
        }

        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", id);
            fields.put("rows", rows);
            fields.put("sha256", sha256);
            return fields;
        }

        static Fixture read(StrictObject json) {
            return new Fixture(json.text("id"), json.number("rows"), json.text("sha256"));
        }
    }

    public CorrectnessReceipt {
        Form.commit("subject_commit", subjectCommit);
        Form.sha256("workload_sha256", workloadSha256);
        Form.sha256("configuration_sha256", configurationSha256);
        Form.sha256("environment_sha256", environmentSha256);
        sampleId.ifPresent(id -> Form.token("sample_id", id));
        requireNonNull(route, "route is null");
        requireNonNull(scope, "scope is null");
        requireNonNull(execution, "execution is null");
        requireNonNull(fixture, "fixture is null");
        checks = Form.unique("checks", checks, Check::id);
        if (sampleId.isPresent() != (scope == Scope.SAMPLE)) {
            throw new IllegalArgumentException("sample_id must be there exactly in scope sample");
        }
        List<String> ids = checks.stream().map(Check::id).toList();
        for (String required : scope.required()) {
            if (!ids.contains(required)) {
                throw new IllegalArgumentException("checks must have " + required + " in scope " + scope.id());
            }
        }
        for (Check check : checks) {
            boolean outside = check.id().equals(OUTSIDE_WINDOW_UNCHANGED);
            if (check.status() == Check.Outcome.NOT_APPLICABLE
                    && !(outside && route.strategy() == Route.Strategy.FULL_REFRESH)) {
                throw new IllegalArgumentException("Check " + check.id() + " must not be NOT_APPLICABLE: only "
                        + OUTSIDE_WINDOW_UNCHANGED + " may, with full_refresh");
            }
        }
    }

    /** A receipt of this scope for a run of this environment, route and configuration. */
    public static CorrectnessReceipt of(
            RunIdentity run, Optional<String> sampleId, Scope scope, Fixture fixture, List<Check> checks) {
        return new CorrectnessReceipt(
                run.subject().commit(),
                run.workload().sha256(),
                run.limits().configurationHash(),
                run.environment().sha256(),
                sampleId,
                run.route(),
                scope,
                Execution.LIVE,
                fixture,
                checks);
    }

    /** FAIL if a check is, PASS if all are PASS or not applicable, else UNVERIFIED. */
    public Status status() {
        if (checks.stream().anyMatch(check -> check.status() == Check.Outcome.FAIL)) {
            return Status.FAIL;
        }
        boolean pass = checks.stream()
                .map(Check::status)
                .allMatch(outcome -> outcome == Check.Outcome.PASS || outcome == Check.Outcome.NOT_APPLICABLE);
        return pass ? Status.PASS : Status.UNVERIFIED;
    }
}
