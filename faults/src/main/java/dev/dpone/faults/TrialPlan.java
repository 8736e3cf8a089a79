package dev.dpone.faults;

import java.time.Duration;
import java.util.Optional;

/**
 * All that a trial's seed decides.
 *
 * @param stop where the first process stands when the fault happens; for a random moment, where the clock starts
 * @param moment for a random moment: the share of a delivery's time; else a number from 0 to 1 to decide by
 * @param recoveryStop where the recovery is killed too, if it gets there
 * @param again whether the finished run is run once more
 */
record TrialPlan(
        int number,
        Kind kind,
        Stop stop,
        double moment,
        Mode mode,
        Limits limits,
        Way way,
        Optional<Stop> recoveryStop,
        Duration clockJump,
        boolean again) {
    /** How the run is recovered. */
    enum Way {
        RESUME,
        RUN_AGAIN,
        ABANDON
    }

    /** Of the manifest's native_chunks. */
    record Limits(int encoders, int importers, int pending) {}

    String label() {
        return kind == Kind.KILL_AT_STOP ? stop.name() : kind.label();
    }

    /** For people who look for the trial that went wrong. */
    String describe() {
        return "trial " + number + ", " + (kind == Kind.KILL_AT_STOP ? "" : kind.label() + ", ") + stop.name() + " #"
                + stop.nth() + ", " + mode.id() + ", E=" + limits.encoders() + " I=" + limits.importers() + ", "
                + way + recoveryStop.map(at -> ", recovery killed " + at.name()).orElse("");
    }
}
