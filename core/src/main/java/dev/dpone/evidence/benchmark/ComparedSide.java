package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one version did in a case.
 *
 * @param envelope names the run in its bundle
 * @param limitations why the side cannot be judged; none where it can
 * @param samples all, with warm-ups
 * @param successful of status PASS, without warm-ups
 * @param eligible of those, with a live receipt that is PASS: what the median is of
 */
public record ComparedSide(
        Ref envelope,
        Build subject,
        List<String> limitations,
        int samples,
        int successful,
        int eligible,
        Optional<BigDecimal> medianSeconds) {
    public ComparedSide {
        requireNonNull(envelope, "envelope is null");
        requireNonNull(subject, "subject is null");
        limitations = Form.texts("limitations", limitations);
        Form.atLeast("eligible_samples", 0, eligible);
        Form.atLeast("successful_samples", eligible, successful);
        Form.atLeast("samples", successful, samples);
        medianSeconds = medianSeconds.map(seconds -> Form.seconds("median_seconds", seconds));
        if (medianSeconds.isPresent() != (eligible > 0)) {
            throw new IllegalArgumentException("median_seconds must be there exactly where samples are eligible");
        }
        boolean doubtful =
                eligible < Comparison.MINIMUM_TRIALS || envelope.status() != Status.PASS || !subject.traceable();
        if (doubtful && limitations.isEmpty()) {
            throw new IllegalArgumentException("limitations must say why the side cannot be judged");
        }
    }

    /** PASS where the side can be judged, else UNVERIFIED. */
    public Status status() {
        return limitations.isEmpty() ? Status.PASS : Status.UNVERIFIED;
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("envelope", envelope.fields());
        fields.put("subject", subject.fields());
        fields.put("status", status().id());
        fields.put("limitations", limitations);
        fields.put("samples", samples);
        fields.put("successful_samples", successful);
        fields.put("eligible_samples", eligible);
        fields.put("median_seconds", medianSeconds);
        return fields;
    }

    static ComparedSide read(StrictObject json) {
        ComparedSide side = new ComparedSide(
                json.object("envelope", Ref::read),
                json.object("subject", Build::read),
                json.texts("limitations"),
                json.count("samples"),
                json.count("successful_samples"),
                json.count("eligible_samples"),
                json.optionalDecimal("median_seconds"));
        json.literal("status", side.status().id());
        return side;
    }
}
