package dev.dpone.spi;

/**
 * What the publication did to the target.
 *
 * @param how such as {@code create}, {@code truncate}, {@code delete}, {@code insert} or {@code merge}
 * @param deletedRows rows removed; -1 where the engine does not count them (TRUNCATE)
 * @param insertedRows rows the target reports as inserted
 * @param updatedRows rows the target reports as updated; 0 but for {@link Strategy.Merge}
 */
public record Mutation(String how, long deletedRows, long insertedRows, long updatedRows) {
    /** A mutation that updated no rows. */
    public Mutation(String how, long deletedRows, long insertedRows) {
        this(how, deletedRows, insertedRows, 0);
    }

    /** Rows of the target that hold a prepared row now: each prepared row is in exactly one. */
    public long writtenRows() {
        return insertedRows + updatedRows;
    }
}
