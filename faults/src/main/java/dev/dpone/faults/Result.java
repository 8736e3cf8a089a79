package dev.dpone.faults;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a trial came to.
 *
 * @param published whether the target was changed when the fault happened; empty when the trial did not get so far
 * @param inTheMiddle whether the fault came between the run's first import and its checkpoint
 * @param kills of processes and servers, those of recoveries among them
 * @param skipped why the trial could not be done on this machine
 */
record Result(
        TrialPlan plan,
        Optional<Ending> ending,
        Optional<Boolean> published,
        boolean inTheMiddle,
        int kills,
        List<String> wrong,
        Optional<String> skipped,
        Duration took) {
    Result {
        wrong = List.copyOf(wrong);
    }

    /** In words. */
    String outcome() {
        return skipped.map(reason -> "skipped: " + reason)
                .orElse(ending.map(Ending::words).orElse("no end"));
    }
}
