package dev.dpone.clickhouse;

import dev.dpone.column.Block;
import dev.dpone.column.Column;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.SourceColumn;
import java.util.List;

/**
 * What the data query answers with.
 *
 * @param columns every column of the answer
 * @param values how many of them, from the first, are the columns asked for; the others tell what treatments changed
 */
record Answer(List<SourceColumn> columns, int values) {
    Answer {
        columns = List.copyOf(columns);
    }

    /** The block with its columns told apart. */
    Block block(Block sent) {
        if (values == columns.size()) {
            return sent;
        }
        List<Column> all = sent.columns();
        List<FixedColumn> changes = all.subList(values, all.size()).stream()
                .map(FixedColumn.class::cast)
                .toList();
        return new Block(all.subList(0, values), sent.rows(), changes);
    }
}
