package dev.dpone.state.database;

import dev.dpone.canonical.RunId;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.Checkpoints;
import dev.dpone.state.Journal;
import dev.dpone.state.Leases;
import dev.dpone.state.StateStore;
import java.time.Duration;
import java.util.List;

/** State in tables of a database, shared by the machines that reach it. */
public final class DatabaseStateStore implements StateStore {
    private final PatientTables tables;

    private DatabaseStateStore(PatientTables tables) {
        this.tables = tables;
    }

    /**
     * The store in these tables, which are created where missing. Closes them when it is closed, or not to be had.
     *
     * @throws DponeException {@code DPONE_STATE_FAILED} when the server cannot be reached, or tables are missing and may
     *     not be created
     */
    public static DatabaseStateStore open(StateTables tables) {
        return open(tables, PatientTables.PAUSES);
    }

    static DatabaseStateStore open(StateTables tables, List<Duration> pauses) {
        try {
            if (!tables.complete()) {
                create(tables);
            }
            return new DatabaseStateStore(new PatientTables(tables, pauses));
        } catch (DponeException e) {
            tables.close();
            throw PatientTables.told(e);
        }
    }

    private static void create(StateTables tables) {
        try {
            tables.create();
        } catch (DponeException e) {
            if (e.code() == ErrorCode.TARGET_REFUSED) {
                throw new DponeException(
                        ErrorCode.STATE_FAILED,
                        String.valueOf(e.getMessage()),
                        "Let an administrator run the statements that 'dpone state ddl MANIFEST' prints,"
                                + " or grant the right that is missing.",
                        e);
            }
            throw e;
        }
    }

    @Override
    public Journal journal(String runId) {
        return new DatabaseJournal(tables, new RunId(runId));
    }

    @Override
    public List<String> runs() {
        return tables.transaction("list the runs", StateTransaction::runs);
    }

    @Override
    public Leases leases() {
        return new DatabaseLeases(tables);
    }

    @Override
    public Checkpoints checkpoints() {
        return new DatabaseCheckpoints(tables);
    }

    @Override
    public void close() {
        tables.close();
    }
}
