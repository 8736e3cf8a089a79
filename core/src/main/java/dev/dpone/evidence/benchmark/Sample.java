package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One delivery that was measured, or was meant to be.
 *
 * @param warmup whether it only prepared the ground; its times count for nothing
 * @param status PASS needs visibilitySeconds and a correctness receipt that is PASS
 * @param reason why the status is not PASS; empty exactly when it is
 * @param visibilitySeconds from the start until the harness saw the rows in the target
 * @param pipelineSeconds of the two stages alone; empty where the subject does not tell
 * @param correctness the receipt of scope {@code sample}
 */
public record Sample(
        String id,
        boolean warmup,
        Status status,
        Optional<String> reason,
        Optional<BigDecimal> visibilitySeconds,
        Optional<BigDecimal> pipelineSeconds,
        Ref correctness,
        Optional<Ref> observations,
        SortedMap<String, Metric> metrics) {
    private static final int MOST_METRICS = 32;

    public Sample {
        Form.token("id", id);
        requireNonNull(status, "status is null");
        Form.texts("reason", reason);
        visibilitySeconds = visibilitySeconds.map(seconds -> Form.seconds("visibility_seconds", seconds));
        pipelineSeconds = pipelineSeconds.map(seconds -> Form.seconds("pipeline_seconds", seconds));
        requireNonNull(correctness, "correctness is null");
        metrics = Form.named("metrics", metrics);
        if (metrics.size() > MOST_METRICS) {
            throw new IllegalArgumentException(
                    "metrics must be at most " + MOST_METRICS + ", but are " + metrics.size());
        }
        if (status == Status.PASS) {
            if (visibilitySeconds.isEmpty()) {
                throw new IllegalArgumentException("A sample of status PASS must have visibility_seconds");
            }
            if (correctness.status() != Status.PASS) {
                throw new IllegalArgumentException(
                        "status must not be PASS where the correctness receipt is " + correctness.status());
            }
        }
        if (reason.isPresent() == (status == Status.PASS)) {
            throw new IllegalArgumentException("A sample must have a reason exactly where its status is not PASS");
        }
    }

    /** A time as documents hold it: to the microsecond, half up, and at least one. */
    public static BigDecimal seconds(Duration time) {
        BigDecimal exact = BigDecimal.valueOf(time.getSeconds()).add(BigDecimal.valueOf(time.getNano(), 9));
        return exact.setScale(6, RoundingMode.HALF_UP).max(BigDecimal.valueOf(1, 6));
    }

    Map<String, Object> fields() {
        Map<String, Object> figures = new LinkedHashMap<>();
        metrics.forEach((name, metric) -> figures.put(name, metric.fields()));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        fields.put("is_warmup", warmup);
        fields.put("status", status.id());
        fields.put("reason", reason);
        fields.put("visibility_seconds", visibilitySeconds);
        fields.put("pipeline_seconds", pipelineSeconds);
        fields.put("correctness", correctness.fields());
        fields.put("observations", observations.map(Ref::fields));
        fields.put("metrics", figures);
        return fields;
    }

    static Sample read(StrictObject json) {
        return new Sample(
                json.text("id"),
                json.flag("is_warmup"),
                json.word("status", Status.values()),
                json.optionalText("reason"),
                json.optionalDecimal("visibility_seconds"),
                json.optionalDecimal("pipeline_seconds"),
                json.object("correctness", Ref::read),
                json.optionalObject("observations", Ref::read),
                json.object("metrics", metrics -> new TreeMap<>(metrics.allObjects(Metric::read))));
    }
}
