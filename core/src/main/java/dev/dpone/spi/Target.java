package dev.dpone.spi;

import dev.dpone.digest.RowSum;
import java.util.List;
import java.util.Optional;

/** One target database. Methods may block on the network and throw {@code DPONE_TARGET_*}. Thread-safe. */
public interface Target extends AutoCloseable {
    ServerInfo server();

    /** Creates dpone's own schemas and tables that are missing, and changes nothing else. */
    void createControlTables(String stagingSchema);

    /**
     * Checks that the delivery can happen: permissions, and an existing target table column by column. Throws
     * {@code DPONE_TARGET_DIFFERS} with the exact difference. Creates dpone's own schemas and tables where missing,
     * changes nothing else.
     */
    void admit(TargetPlan plan);

    /**
     * What the user should know of the target as it is, each a sentence, such as that a merge finds no index on its key.
     * Changes nothing.
     */
    default List<String> notes(TargetPlan plan) {
        return List.of();
    }

    /**
     * Increments the target's fence and returns its new value. Waits (with a bound, then {@code DPONE_TARGET_BUSY}) for
     * a publication in progress, since both lock the fence's row: afterwards no delivery with a lower epoch can commit,
     * so that {@link #findReceipt} is conclusive.
     */
    long openFence(String targetIdentity, String runId);

    /** The run that opened the fence last; empty for a target that none did. */
    Optional<String> fenceHolder(String targetIdentity);

    Optional<CommitReceipt> findReceipt(String operationKey);

    /** Every stage and prepared table in dpone's registry, of any run; empty where there is no registry yet. */
    List<RegisteredTable> registeredTables();

    /** The target side of one delivery; opens nothing yet. */
    TargetDelivery deliver(TargetPlan plan, DeliveryId id);

    /** Digest of a table's business columns, read back through the engine's bulk way out. */
    RowSum digest(TableRef table, List<ColumnMapping> columns);

    @Override
    void close();
}
