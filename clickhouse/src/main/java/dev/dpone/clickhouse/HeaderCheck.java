package dev.dpone.clickhouse;

import dev.dpone.column.SourceColumn;
import java.util.List;

/** Decides what the columns of a block's header may be. */
interface HeaderCheck {
    /** Throws when a block with so many columns is not the result asked for. */
    void columns(long count) throws BodyException;

    /** The type of the column at {@code index}; throws when it is not the column asked for. */
    ClickHouseType column(int index, String name, String type);

    /** For metadata statements: any columns of readable types. */
    static HeaderCheck none() {
        return new HeaderCheck() {
            @Override
            public void columns(long count) throws BodyException {
                if (count > 1000) {
                    throw BodyException.malformed("a block says to have " + count + " columns");
                }
            }

            @Override
            public ClickHouseType column(int index, String name, String type) {
                return TypeParser.parse(name, type);
            }
        };
    }

    /** For the data query: exactly the plan's columns. */
    static HeaderCheck of(List<SourceColumn> plan) {
        return new PlannedHeader(plan);
    }
}
