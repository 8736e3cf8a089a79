package dev.dpone.state.database;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Transactions that begin again after a lost connection or a conflict, a few times. Work must bear that its changes were
 * committed before. What fails in the end is told as {@code DPONE_STATE_FAILED}. Thread-safe.
 */
final class PatientTables {
    /** Long enough for a server to start again. */
    static final List<Duration> PAUSES =
            List.of(Duration.ofMillis(100), Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(5));

    private final StateTables tables;
    private final List<Duration> pauses;

    PatientTables(StateTables tables, List<Duration> pauses) {
        this.tables = tables;
        this.pauses = List.copyOf(pauses);
    }

    String place() {
        return tables.place();
    }

    <T> T transaction(String doing, StateTables.Work<T> work) {
        String what = doing + " in " + tables.place();
        for (Duration pause : pauses) {
            try {
                return tables.transaction(what, work);
            } catch (DponeException e) {
                if (!e.code().mayRetry()) {
                    throw told(e);
                }
            }
            LockSupport.parkNanos(pause.toNanos());
        }
        try {
            return tables.transaction(what, work);
        } catch (DponeException e) {
            throw told(e);
        }
    }

    /** The failure with a code of state: a target's code would say something of the target. */
    static DponeException told(DponeException failure) {
        return switch (failure.code()) {
            case STATE_FAILED, STATE_UNREADABLE, CONNECTION_INVALID, TARGET_NAME_INVALID -> failure;
            default ->
                new DponeException(
                        ErrorCode.STATE_FAILED, String.valueOf(failure.getMessage()), failure.remedy(), failure);
        };
    }

    void close() {
        tables.close();
    }
}
