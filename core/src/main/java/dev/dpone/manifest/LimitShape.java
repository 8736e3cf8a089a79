package dev.dpone.manifest;

import dev.dpone.error.ErrorCode;
import dev.dpone.limits.Limit;
import java.util.Map;
import java.util.OptionalLong;

/** The value of a resource limit; what is wrong with one is {@link ErrorCode#LIMIT_INVALID}. */
record LimitShape(Limit limit) implements Shape {
    @Override
    public void check(Value value, Problems problems) {
        OptionalLong number = value.whole();
        if (number.isEmpty() || number.getAsLong() < limit.minimum() || number.getAsLong() > limit.maximum()) {
            problems.add(new Problem(
                    ErrorCode.LIMIT_INVALID,
                    value.place(),
                    value.path(),
                    "must be " + words() + ", but was " + value.shown(),
                    limit.remedy()));
        }
    }

    @Override
    public Map<String, Object> schema(Definitions definitions) {
        return WholeShape.schema(limit.minimum(), limit.maximum());
    }

    @Override
    public String words() {
        return "a whole number, " + limit.range();
    }
}
