package dev.dpone.evidence.benchmark;

import dev.dpone.canonical.CanonicalDecimal;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A figure of a sample. One that is not known has a reason instead of a value, never zero.
 *
 * @param unit such as {@code rows}, {@code bytes}, {@code s}
 * @param reason why there is no value; empty exactly when there is one
 * @param provenance where the figure is from
 */
public record Metric(Optional<BigDecimal> value, String unit, Optional<String> reason, String provenance) {
    private static final String MEASURED = "measured";
    private static final String UNAVAILABLE = "unavailable";

    public Metric {
        value = value.map(CanonicalDecimal::of);
        Form.token("unit", unit);
        Form.texts("reason", reason);
        Form.text("provenance", provenance);
        if (value.isPresent() == reason.isPresent()) {
            throw new IllegalArgumentException("A metric must have either a value or a reason why there is none");
        }
    }

    public static Metric measured(BigDecimal value, String unit, String provenance) {
        return new Metric(Optional.of(value), unit, Optional.empty(), provenance);
    }

    public static Metric measured(long value, String unit, String provenance) {
        return measured(BigDecimal.valueOf(value), unit, provenance);
    }

    public static Metric unavailable(String unit, String reason, String provenance) {
        return new Metric(Optional.empty(), unit, Optional.of(reason), provenance);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("value", value);
        fields.put("unit", unit);
        fields.put("availability", value.isPresent() ? MEASURED : UNAVAILABLE);
        fields.put("reason", reason);
        fields.put("provenance", provenance);
        return fields;
    }

    static Metric read(StrictObject json) {
        Metric metric = new Metric(
                json.optionalDecimal("value"), json.text("unit"), json.optionalText("reason"), json.text("provenance"));
        json.literal("availability", metric.value.isPresent() ? MEASURED : UNAVAILABLE);
        return metric;
    }
}
