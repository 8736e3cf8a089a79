package dev.dpone.state.database;

import dev.dpone.state.Checkpoint;
import dev.dpone.state.Checkpoints;
import dev.dpone.state.codec.CheckpointRecord;
import dev.dpone.state.codec.CorruptStateException;
import dev.dpone.state.database.StateTransaction.KeyedTable;
import java.util.Optional;

/** One row per pipeline and target, replaced under a lock. Thread-safe. */
final class DatabaseCheckpoints implements Checkpoints {
    private static final String REMEDY =
            "Restore the row from a backup. Or delete it: the pipeline's next run writes it"
                    + " again, and the commit receipts in the target tell what was published.";

    private final PatientTables tables;

    DatabaseCheckpoints(PatientTables tables) {
        this.tables = tables;
    }

    @Override
    public Optional<Checkpoint> read(String pipeline, String target) {
        return tables.transaction(
                "read the checkpoint of " + pipeline,
                transaction -> load(transaction, pipeline, target).map(CheckpointRecord::checkpoint));
    }

    @Override
    public boolean advance(String target, Checkpoint next) {
        CheckpointRecord record = new CheckpointRecord(target, next);
        return tables.transaction("advance the checkpoint of " + next.pipeline(), transaction -> {
            transaction.lock("checkpoint " + record.key());
            boolean advanced = record.mayReplace(load(transaction, next.pipeline(), target));
            if (advanced) {
                transaction.write(KeyedTable.CHECKPOINTS, record.key(), record.line());
            }
            return advanced;
        });
    }

    private Optional<CheckpointRecord> load(StateTransaction transaction, String pipeline, String target) {
        Optional<byte[]> line = transaction.read(KeyedTable.CHECKPOINTS, CheckpointRecord.key(pipeline, target));
        if (line.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(CheckpointRecord.read(line.get(), pipeline, target));
        } catch (CorruptStateException e) {
            throw e.in("The checkpoint of " + pipeline + " in " + tables.place(), REMEDY);
        }
    }
}
