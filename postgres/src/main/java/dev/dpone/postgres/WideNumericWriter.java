package dev.dpone.postgres;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.WideInteger;

/**
 * Integers of 256 bits with a decimal scale as PostgreSQL's numeric, framed as {@link NumericWriter} frames smaller ones:
 * every value of a column takes the same number of base-10000 digits.
 */
final class WideNumericWriter implements FixedWidthWriter.ValueWriter {
    private static final int HEADER = 8;
    private static final int NEGATIVE = 0x4000;

    private final String name;
    private final PgType type;
    private final boolean signed;
    private final int valueScale;
    private final int mostDigits;
    private final int groups;
    private final int weight;

    /**
     * @param valueScale fraction digits of the values; the type has as many or more
     */
    WideNumericWriter(String name, PgType type, boolean signed, int valueScale) {
        this.name = name;
        this.type = type;
        this.signed = signed;
        this.valueScale = valueScale;
        int wholeDigits = Math.min(type.first() - type.second(), WideInteger.DIGITS - valueScale);
        int wholeGroups = (wholeDigits + 3) / 4;
        this.mostDigits = wholeDigits + valueScale;
        this.groups = wholeGroups + (valueScale + 3) / 4;
        this.weight = wholeGroups - 1;
    }

    /** Bytes of every value. */
    int width() {
        return HEADER + 2 * groups;
    }

    @Override
    public void write(FixedColumn column, int row, RowBuffer out) {
        boolean negative = signed && WideInteger.isNegative(column, row);
        out.ensure(width() + WideInteger.SCRATCH);
        byte[] bytes = out.bytes();
        int digits = out.length() + width();
        if (WideInteger.digits(column, row, negative, bytes, digits) > mostDigits) {
            throw NumericWriter.beyond(name, type);
        }
        out.putShort(groups);
        out.putShort(weight);
        out.putShort(negative ? NEGATIVE : 0);
        out.putShort(type.second());
        int point = WideInteger.DIGITS - valueScale;
        for (int group = 0; group < groups; group++) {
            int first = point + 4 * (group - weight - 1);
            int value = 0;
            for (int i = first; i < first + 4; i++) {
                value = value * 10 + (i < 0 || i >= WideInteger.DIGITS ? 0 : bytes[digits + i]);
            }
            out.putShort(value);
        }
    }
}
