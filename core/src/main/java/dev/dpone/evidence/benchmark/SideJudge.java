package dev.dpone.evidence.benchmark;

import dev.dpone.evidence.benchmark.CorrectnessReceipt.Execution;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says of one run what its median is, and why it must not be judged by it. */
final class SideJudge {
    private static final int SECONDS_DIGITS = 6;

    private SideJudge() {}

    static ComparedSide side(BundledRun run) {
        List<Sample> samples = run.envelope().samples();
        List<Sample> successful = samples.stream()
                .filter(sample -> !sample.warmup() && sample.status() == Status.PASS)
                .toList();
        List<Sample> eligible =
                successful.stream().filter(sample -> proven(run, sample)).toList();
        return new ComparedSide(
                run.ref(),
                run.envelope().subject(),
                limitations(run, eligible.size()),
                samples.size(),
                successful.size(),
                eligible.size(),
                median(eligible));
    }

    private static boolean proven(BundledRun run, Sample sample) {
        CorrectnessReceipt receipt = run.receipt(sample.id());
        return receipt.status() == Status.PASS && receipt.execution() == Execution.LIVE;
    }

    /** Of an even number, half way between the two in the middle. */
    private static Optional<BigDecimal> median(List<Sample> samples) {
        List<BigDecimal> seconds = samples.stream()
                .flatMap(sample -> sample.visibilitySeconds().stream())
                .sorted()
                .toList();
        if (seconds.isEmpty()) {
            return Optional.empty();
        }
        BigDecimal low = seconds.get((seconds.size() - 1) / 2);
        BigDecimal high = seconds.get(seconds.size() / 2);
        return Optional.of(low.add(high).divide(BigDecimal.valueOf(2), SECONDS_DIGITS, RoundingMode.HALF_UP));
    }

    private static List<String> limitations(BundledRun run, int eligible) {
        RunEnvelope envelope = run.envelope();
        List<String> reasons = new ArrayList<>();
        if (envelope.subject().dirty()) {
            reasons.add("the subject was built from a dirty checkout");
        } else if (!envelope.subject().traceable()) {
            reasons.add("the subject's commit is unknown");
        }
        if (envelope.producer().dirty()) {
            reasons.add("the producer was built from a dirty checkout");
        }
        if (envelope.status() != Status.PASS) {
            reasons.add("the run's status is " + envelope.status());
        }
        if (eligible < Comparison.MINIMUM_TRIALS) {
            reasons.add("it has " + eligible + " eligible samples, fewer than " + Comparison.MINIMUM_TRIALS);
        }
        if (envelope.samples().stream()
                .noneMatch(sample -> sample.warmup() && sample.status() == Status.PASS && proven(run, sample))) {
            reasons.add("it has no warm-up that passed");
        }
        judge(reasons, "type fidelity", run.fidelity());
        judge(reasons, "failure recovery", run.recovery());
        run.receipts().forEach((id, receipt) -> judge(reasons, "sample " + id, receipt));
        return Form.reasons(reasons);
    }

    private static void judge(List<String> reasons, String of, CorrectnessReceipt receipt) {
        if (receipt.status() != Status.PASS) {
            reasons.add("the receipt of " + of + " is " + receipt.status());
        }
        if (receipt.execution() == Execution.HERMETIC) {
            reasons.add("the receipt of " + of + " is of a hermetic fixture");
        }
    }
}
