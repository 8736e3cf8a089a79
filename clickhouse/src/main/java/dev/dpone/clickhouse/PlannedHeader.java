package dev.dpone.clickhouse;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.List;

/** Admits the columns of the plan only. Types are compared by meaning, so that spellings of one type are equal. */
final class PlannedHeader implements HeaderCheck {
    private static final String REMEDY =
            "Run plan --live to see the source's columns now; correct schema_contract or the target if they are meant to differ.";

    private final List<SourceColumn> plan;

    PlannedHeader(List<SourceColumn> plan) {
        this.plan = List.copyOf(plan);
    }

    @Override
    public void columns(long count) {
        if (count != plan.size()) {
            throw changed("The result has " + count + " columns, but the plan has " + plan.size());
        }
    }

    @Override
    public ClickHouseType column(int index, String name, String type) {
        SourceColumn planned = plan.get(index);
        if (!name.equals(planned.name())) {
            throw changed("Column " + (index + 1) + " of the result is " + Sql.identifier(Sql.shortened(name))
                    + ", but the plan has " + Sql.identifier(planned.name()));
        }
        ClickHouseType actual = TypeParser.parse(name, type);
        if (!actual.meansSameAs(new ClickHouseType(planned.type(), planned.nullable(), false))) {
            throw changed("Column " + Sql.identifier(name) + " of the result has type " + Sql.shortened(type)
                    + ", but the plan has " + Sql.shortened(planned.spelling()));
        }
        return actual;
    }

    private static DponeException changed(String message) {
        return new DponeException(ErrorCode.SOURCE_SCHEMA_CHANGED, message, REMEDY);
    }
}
