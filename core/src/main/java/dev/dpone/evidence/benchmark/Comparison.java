package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;

/**
 * Two versions on the same work: the document {@code native-delivery-comparison}.
 *
 * @param baseline names the campaign's file in its own folder
 * @param candidate likewise
 * @param cases at least one
 * @param limitations what one side has and the other has not; none where all pairs
 */
public record Comparison(Ref baseline, Ref candidate, List<ComparedCase> cases, List<String> limitations) {
    /** At least one ratio must be so small. */
    public static final BigDecimal ANY_RATIO_AT_MOST = new BigDecimal("0.85");
    /** No ratio may be larger. */
    public static final BigDecimal EVERY_RATIO_AT_MOST = new BigDecimal("1.05");
    /** Eligible samples that each side of each case needs. */
    public static final int MINIMUM_TRIALS = 3;

    public Comparison {
        requireNonNull(baseline, "baseline is null");
        requireNonNull(candidate, "candidate is null");
        cases = Form.unique(
                "workloads",
                cases,
                each -> List.of(
                        each.route(), each.workload().id(), each.limits().configurationHash()));
        limitations = Form.texts("limitations", limitations);
        if (cases.isEmpty()) {
            throw new IllegalArgumentException("workloads must hold at least one case");
        }
    }

    /** Compares; throws {@code DPONE_BENCH_NOT_COMPARABLE} where no run of one bundle has its like in the other. */
    public static Comparison of(Bundle baseline, Bundle candidate) {
        return new Comparer(baseline, candidate).comparison();
    }

    /**
     * UNVERIFIED where anything is missing or cannot be judged; else FAIL where no ratio is at most {@link #ANY_RATIO_AT_MOST}
     * or one is above {@link #EVERY_RATIO_AT_MOST}; else PASS.
     */
    public Status status() {
        if (!limitations.isEmpty() || !cases.stream().allMatch(ComparedCase::verified)) {
            return Status.UNVERIFIED;
        }
        List<BigDecimal> ratios =
                cases.stream().flatMap(each -> each.ratio().stream()).toList();
        boolean faster = ratios.stream().anyMatch(ratio -> ratio.compareTo(ANY_RATIO_AT_MOST) <= 0);
        boolean slower = ratios.stream().anyMatch(ratio -> ratio.compareTo(EVERY_RATIO_AT_MOST) > 0);
        return faster && !slower ? Status.PASS : Status.FAIL;
    }
}
