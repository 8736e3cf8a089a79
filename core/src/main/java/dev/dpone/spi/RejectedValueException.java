package dev.dpone.spi;

import static java.util.Objects.requireNonNull;

/**
 * A value that its target column cannot hold. The engine turns it into {@code DPONE_VALUE_REJECTED} with the row's
 * number in the delivery.
 */
public final class RejectedValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String column;
    private final String remedy;

    /**
     * @param rule what is wrong, to follow "Row N, column C: ", such as {@code text holds U+0000, which text cannot hold}
     */
    public RejectedValueException(String column, String rule, String remedy) {
        super(requireNonNull(rule, "rule is null"), null, false, false);
        this.column = requireNonNull(column, "column is null");
        this.remedy = requireNonNull(remedy, "remedy is null");
    }

    public String column() {
        return column;
    }

    public String remedy() {
        return remedy;
    }
}
