package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import dev.dpone.canonical.CanonicalDecimal;
import dev.dpone.limits.NativeChunkLimits;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One workload with one configuration, delivered by both versions. */
public record ComparedCase(
        Workload workload, Route route, NativeChunkLimits limits, ComparedSide baseline, ComparedSide candidate) {
    private static final int RATIO_DIGITS = 6;

    public ComparedCase {
        requireNonNull(workload, "workload is null");
        requireNonNull(route, "route is null");
        requireNonNull(limits, "limits is null");
        requireNonNull(baseline, "baseline is null");
        requireNonNull(candidate, "candidate is null");
    }

    /**
     * The candidate's median over the baseline's, to six digits and rounded up: so it is above a threshold exactly where the
     * quotient is.
     */
    public Optional<BigDecimal> ratio() {
        return baseline.medianSeconds()
                .flatMap(before -> candidate.medianSeconds().map(after -> ratio(before, after)));
    }

    private static BigDecimal ratio(BigDecimal before, BigDecimal after) {
        MathContext digits = new MathContext(CanonicalDecimal.SIGNIFICANT_DIGITS, RoundingMode.CEILING);
        return after.divide(before, digits).setScale(RATIO_DIGITS, RoundingMode.CEILING);
    }

    /** Whether both sides allow to judge the ratio. */
    public boolean verified() {
        return baseline.limitations().isEmpty() && candidate.limitations().isEmpty();
    }

    /** UNVERIFIED where a side is; FAIL where the ratio is above what every ratio may be. */
    public Status status() {
        if (!verified()) {
            return Status.UNVERIFIED;
        }
        boolean slower = ratio().orElseThrow().compareTo(Comparison.EVERY_RATIO_AT_MOST) > 0;
        return slower ? Status.FAIL : Status.PASS;
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", workload.id());
        fields.put("workload_sha256", workload.sha256());
        fields.put("seed", workload.seed());
        fields.put("rows", workload.rows());
        fields.put("columns", workload.columns());
        fields.put("route", route.fields());
        fields.put("configuration_sha256", limits.configurationHash());
        fields.put("limits", limits.record());
        fields.put("baseline", baseline.fields());
        fields.put("candidate", candidate.fields());
        fields.put("ratio", ratio());
        fields.put("status", status().id());
        return fields;
    }

    static ComparedCase read(StrictObject json) {
        ComparedCase read = new ComparedCase(
                new Workload(
                        json.text("id"),
                        json.number("seed"),
                        json.number("rows"),
                        json.count("columns"),
                        json.text("workload_sha256")),
                json.object("route", Route::read),
                json.object("limits", Configuration::read),
                json.object("baseline", ComparedSide::read),
                json.object("candidate", ComparedSide::read));
        json.literal("configuration_sha256", read.limits.configurationHash());
        Optional<BigDecimal> ratio = json.optionalDecimal("ratio");
        if (ratio.isPresent() != read.ratio().isPresent()) {
            throw json.invalid("ratio", "must be there exactly where both sides have a median");
        }
        read.ratio().ifPresent(expected -> json.literal("ratio", expected));
        json.literal("status", read.status().id());
        return read;
    }
}
