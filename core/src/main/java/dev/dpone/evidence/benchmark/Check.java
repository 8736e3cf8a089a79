package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One thing a receipt looked at.
 *
 * @param status PASS needs what was expected and the same observed
 * @param reason why the status is not PASS; empty exactly when it is
 * @param expected as a short text, such as a digest or a count; empty where nothing was to be expected
 * @param observed likewise
 * @param evidence a file of the bundle that shows it
 */
public record Check(
        String id,
        Outcome status,
        Method method,
        Optional<String> reason,
        Optional<String> expected,
        Optional<String> observed,
        Optional<Ref> evidence) {

    /** How it came out. */
    public enum Outcome implements Word {
        PASS,
        FAIL,
        SKIP,
        UNVERIFIED,
        NOT_APPLICABLE;

        @Override
        public String id() {
            return name();
        }
    }

    /** How it was looked at. */
    public enum Method implements Word {
        /** Every value of every row, with its type and its number of copies. */
        EXACT_TYPED_MULTISET,
        /** A digest whose algorithm has a version. */
        VERSIONED_TYPED_DIGEST,
        /** Rows made for the purpose. */
        TRANSACTION_FIXTURE,
        /** What a real delivery left behind. */
        LIVE_OBSERVATION,
        /** With {@link Outcome#NOT_APPLICABLE} and with nothing else. */
        NOT_APPLICABLE;

        @Override
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Check {
        Form.token("id", id);
        requireNonNull(status, "status is null");
        requireNonNull(method, "method is null");
        Form.texts("reason", reason);
        Form.texts("expected", expected);
        Form.texts("observed", observed);
        requireNonNull(evidence, "evidence is null");
        if (reason.isPresent() == (status == Outcome.PASS)) {
            throw new IllegalArgumentException("A check must have a reason exactly where its status is not PASS");
        }
        if ((status == Outcome.NOT_APPLICABLE) != (method == Method.NOT_APPLICABLE)) {
            throw new IllegalArgumentException("Status and method of a check must both be not applicable, or neither");
        }
        if (status == Outcome.PASS && (expected.isEmpty() || !expected.equals(observed))) {
            throw new IllegalArgumentException("A check of status PASS must have observed what it expected");
        }
    }

    /** PASS if both are the same, else FAIL with the reason. */
    public static Check compared(String id, Method method, String expected, String observed, String reason) {
        boolean same = expected.equals(observed);
        return new Check(
                id,
                same ? Outcome.PASS : Outcome.FAIL,
                method,
                same ? Optional.empty() : Optional.of(reason),
                Optional.of(expected),
                Optional.of(observed),
                Optional.empty());
    }

    public static Check failed(String id, Method method, String reason) {
        return without(id, Outcome.FAIL, method, reason);
    }

    /** Could not be looked at. */
    public static Check unverified(String id, Method method, String reason) {
        return without(id, Outcome.UNVERIFIED, method, reason);
    }

    public static Check notApplicable(String id, String reason) {
        return without(id, Outcome.NOT_APPLICABLE, Method.NOT_APPLICABLE, reason);
    }

    private static Check without(String id, Outcome status, Method method, String reason) {
        return new Check(id, status, method, Optional.of(reason), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The same with a file that shows it. */
    public Check shownBy(Ref file) {
        return new Check(id, status, method, reason, expected, observed, Optional.of(file));
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        fields.put("status", status.id());
        fields.put("method", method.id());
        fields.put("reason", reason);
        fields.put("expected", expected);
        fields.put("observed", observed);
        fields.put("evidence", evidence.map(Ref::fields));
        return fields;
    }

    static Check read(StrictObject json) {
        return new Check(
                json.text("id"),
                json.word("status", Outcome.values()),
                json.word("method", Method.values()),
                json.optionalText("reason"),
                json.optionalText("expected"),
                json.optionalText("observed"),
                json.optionalObject("evidence", Ref::read));
    }
}
