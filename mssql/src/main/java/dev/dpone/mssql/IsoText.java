package dev.dpone.mssql;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoField;

/** Dates and times as the ISO text that the server reads the same under every language and DATEFORMAT. */
final class IsoText {
    static final int DATE_LENGTH = 10;
    private static final int SECONDS_LENGTH = 19;
    private static final int NANO_DIGITS = 9;

    private IsoText() {}

    static int dateTimeLength(int scale) {
        return scale == 0 ? SECONDS_LENGTH : SECONDS_LENGTH + 1 + scale;
    }

    static String of(LocalDate day) {
        char[] text = new char[DATE_LENGTH];
        putDate(text, day);
        return new String(text);
    }

    /** Exactly {@code scale} fraction digits; the value has no more. */
    static String of(LocalDateTime time, int scale) {
        char[] text = new char[dateTimeLength(scale)];
        putDate(text, time.toLocalDate());
        text[10] = ' ';
        put(text, 11, 2, time.getHour());
        text[13] = ':';
        put(text, 14, 2, time.getMinute());
        text[16] = ':';
        put(text, 17, 2, time.getSecond());
        if (scale > 0) {
            text[SECONDS_LENGTH] = '.';
            int fraction = time.get(ChronoField.NANO_OF_SECOND);
            for (int i = scale; i < NANO_DIGITS; i++) {
                fraction /= 10;
            }
            put(text, SECONDS_LENGTH + 1, scale, fraction);
        }
        return new String(text);
    }

    private static void putDate(char[] text, LocalDate day) {
        put(text, 0, 4, day.getYear());
        text[4] = '-';
        put(text, 5, 2, day.getMonthValue());
        text[7] = '-';
        put(text, 8, 2, day.getDayOfMonth());
    }

    private static void put(char[] text, int at, int digits, int number) {
        int rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            text[i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
