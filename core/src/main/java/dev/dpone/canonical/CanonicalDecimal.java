package dev.dpone.canonical;

import java.math.BigDecimal;

/**
 * Decimals with one spelling: at most {@value #FRACTION_DIGITS} fraction digits, {@value #SIGNIFICANT_DIGITS} digits from the
 * first to the last that is not zero, and none of them 10<sup>15</sup> or more. So a reader that has binary64 alone
 * still tells any two of them apart.
 */
public final class CanonicalDecimal {
    public static final int FRACTION_DIGITS = 6;
    public static final int SIGNIFICANT_DIGITS = 15;

    private CanonicalDecimal() {}

    /**
     * The same number in the form that equal numbers share: no trailing zeros in the fraction, no negative scale. Never rounded:
     * what has more digits is refused with {@link IllegalArgumentException}.
     */
    public static BigDecimal of(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        long integerDigits = (long) stripped.precision() - stripped.scale();
        if (stripped.scale() > FRACTION_DIGITS
                || stripped.precision() > SIGNIFICANT_DIGITS
                || integerDigits > SIGNIFICANT_DIGITS) {
            throw new IllegalArgumentException(
                    "A decimal must have at most " + FRACTION_DIGITS + " fraction digits and "
                            + SIGNIFICANT_DIGITS + " digits in all, but has " + Math.max(0, stripped.scale()) + " and "
                            + Math.max(stripped.precision(), integerDigits));
        }
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
