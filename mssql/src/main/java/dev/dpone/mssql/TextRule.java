package dev.dpone.mssql;

import dev.dpone.column.Utf8Sequence;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.RejectedValueException;

/**
 * What a column of text or bytes takes, and the refusals of everything else.
 *
 * @param most the longest value in UTF-16 units of wide text, else in bytes
 */
record TextRule(String name, MssqlType type, int most) {
    static TextRule of(ColumnMapping mapping) {
        MssqlType type = TypeMapping.target(mapping);
        return new TextRule(mapping.name(), type, type.isMax() ? Integer.MAX_VALUE : type.first());
    }

    /** Throws unless narrow text or bytes can hold the value. */
    void check(byte[] data, int from, int length) {
        if (type.kind().isText()) {
            if (!type.utf8() && Utf8Sequence.asciiEnd(data, from, from + length) < from + length) {
                throw notAscii();
            }
            if (type.utf8() && !Utf8Sequence.isValid(data, from, length)) {
                throw invalid();
            }
        }
        checkLength(length);
    }

    /** Throws unless the length, in the type's unit, fits. */
    void checkLength(int length) {
        if (length > most) {
            String holder = type.spelling() + " holds " + most;
            throw new RejectedValueException(
                    name,
                    subject() + " has " + length + " " + unit() + ", but " + holder,
                    "Set sink.types." + name + " to a longer " + family() + " or to " + family() + "(max).");
        }
        if (type.kind().isPadded() && length < most) {
            throw new RejectedValueException(
                    name,
                    subject() + " has " + length + " " + unit() + ", but " + type.spelling()
                            + " must be filled exactly",
                    "Set sink.types." + name + " to " + family() + "(" + most + ").");
        }
    }

    private String subject() {
        return type.kind().isText() ? "text" : "the value";
    }

    private String unit() {
        return type.kind().isWide() ? "UTF-16 units" : type.kind().isText() ? "bytes of UTF-8" : "bytes";
    }

    private String family() {
        return type.kind().isWide() ? "nvarchar" : type.kind().isText() ? "varchar" : "varbinary";
    }

    RejectedValueException invalid() {
        return new RejectedValueException(
                name,
                "text is not valid UTF-8, which " + type.spelling() + " needs",
                "Set sink.policies." + name + " to replace or null, or sink.types." + name + " to varbinary(max).");
    }

    private RejectedValueException notAscii() {
        return new RejectedValueException(
                name,
                "text is not ASCII, and " + type.spelling() + " has no UTF-8 collation to hold the rest of Unicode",
                "Set sink.types." + name + " to nvarchar" + length() + ", or on SQL Server 2019 and later to varchar"
                        + length() + " collate " + TypeMapping.UTF8_COLLATION + ".");
    }

    private String length() {
        return type.isMax() || type.first() > 4_000 ? "(max)" : "(" + type.first() + ")";
    }
}
