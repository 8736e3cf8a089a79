package dev.dpone.digest;

import dev.dpone.column.Block;
import dev.dpone.column.Column;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import java.util.List;

/**
 * Writes rows of blocks as the canonical bytes that {@link RowDigester} hashes. The source's types choose the forms,
 * once, on construction. Stateless after that: safe to share between threads that bring their own buffers.
 */
public final class CanonicalRowWriter {
    private final CanonicalForm[] forms;

    /**
     * @param columns the columns of the blocks to come, in plan order
     * @throws IllegalArgumentException for a DateTime64 finer than 100 ns, which has no canonical form
     */
    public CanonicalRowWriter(List<SourceColumn> columns) {
        forms = columns.stream().map(CanonicalForm::of).toArray(CanonicalForm[]::new);
    }

    /** Appends the canonical bytes of one row; the caller clears {@code out} between rows. */
    public void write(Block block, int row, RowBuffer out) {
        List<Column> columns = block.columns();
        if (columns.size() != forms.length) {
            throw new IllegalArgumentException(
                    "The block must have " + forms.length + " columns, but has " + columns.size());
        }
        for (int i = 0; i < forms.length; i++) {
            Column column = columns.get(i);
            if (column.isNull(row)) {
                CanonicalBytes.putNull(out);
            } else {
                forms[i].write(column, row, out);
            }
        }
    }
}
