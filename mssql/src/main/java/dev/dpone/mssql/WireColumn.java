package dev.dpone.mssql;

import dev.dpone.mssql.MssqlType.Kind;
import dev.dpone.spi.ColumnMapping;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/**
 * How a column's values travel in the driver's bulk copy, and what the stage's column is then.
 *
 * <p>Dates and times travel as ISO text. The driver's binary form of them goes through the Java process's time zone, in
 * which some local times do not exist, and through the Julian calendar. {@code varchar(max)} travels as Unicode: the driver
 * would encode it by the database's collation, unit by unit.
 *
 * @param stageType the stage column's type
 * @param jdbcType as {@code ISQLServerBulkData} names it
 * @param length of text and bytes, or a precision
 * @param prepared the expression that gives the prepared column's value; its name is the quoted name where nothing is to
 *     be done
 */
record WireColumn(String name, MssqlType type, String stageType, int jdbcType, int length, int scale, String prepared) {
    /** The driver sends as streams what is declared longer than any sized type. */
    private static final int STREAMED = 1_073_741_823;

    private static final int UUID_TEXT = 36;

    /**
     * @param converts whether the server's bulk path converts text to the column's type
     */
    static WireColumn of(ColumnMapping mapping, boolean converts) {
        return of(mapping.name(), TypeMapping.target(mapping), converts);
    }

    static List<WireColumn> of(List<ColumnMapping> mappings, boolean converts) {
        return mappings.stream().map(mapping -> of(mapping, converts)).toList();
    }

    static WireColumn of(String name, MssqlType type, boolean converts) {
        return switch (type.kind()) {
            case TINYINT -> plain(name, type, Types.TINYINT, 3, 0);
            case SMALLINT -> plain(name, type, Types.SMALLINT, 5, 0);
            case INT -> plain(name, type, Types.INTEGER, 10, 0);
            case BIGINT -> plain(name, type, Types.BIGINT, 19, 0);
            case DECIMAL -> plain(name, type, Types.DECIMAL, type.first(), type.second());
            case REAL -> plain(name, type, Types.REAL, 24, 0);
            case FLOAT -> plain(name, type, Types.DOUBLE, 53, 0);
            case BIT -> plain(name, type, Types.BIT, 1, 0);
            case VARCHAR ->
                type.isMax()
                        ? new WireColumn(
                                name, type, "nvarchar(max)", Types.NVARCHAR, STREAMED, 0, Identifier.quoted(name))
                        : plain(name, type, Types.VARCHAR, type.first(), 0);
            case CHAR -> plain(name, type, Types.CHAR, type.first(), 0);
            case NVARCHAR -> plain(name, type, Types.NVARCHAR, type.isMax() ? STREAMED : type.first(), 0);
            case NCHAR -> plain(name, type, Types.NCHAR, type.first(), 0);
            case VARBINARY -> plain(name, type, Types.VARBINARY, type.isMax() ? STREAMED : type.first(), 0);
            case BINARY -> plain(name, type, Types.BINARY, type.first(), 0);
            case UNIQUEIDENTIFIER -> text(name, type, microsoft.sql.Types.GUID, "char", UUID_TEXT, converts);
            case DATE -> text(name, type, Types.VARCHAR, "varchar", IsoText.DATE_LENGTH, converts);
            case DATETIME2 ->
                text(name, type, Types.VARCHAR, "varchar", IsoText.dateTimeLength(type.first()), converts);
        };
    }

    private static WireColumn plain(String name, MssqlType type, int jdbcType, int length, int scale) {
        return new WireColumn(name, type, type.spelling(), jdbcType, length, scale, Identifier.quoted(name));
    }

    private static WireColumn text(
            String name, MssqlType type, int jdbcType, String family, int length, boolean converts) {
        String quoted = Identifier.quoted(name);
        return converts
                ? new WireColumn(name, type, type.spelling(), jdbcType, length, 0, quoted)
                : new WireColumn(
                        name,
                        type,
                        family + "(" + length + ")",
                        jdbcType,
                        length,
                        0,
                        "CAST(" + quoted + " AS " + type.spelling() + ")");
    }

    /** Whether the stage holds the values in another type than the target. */
    boolean converted() {
        return !stageType.equals(type.spelling());
    }

    /** What is sent for a value of the sealed file. */
    Object sent(Object value) {
        if (type.kind() == Kind.DATE) {
            return IsoText.of((LocalDate) value);
        }
        return type.kind() == Kind.DATETIME2 ? IsoText.of((LocalDateTime) value, type.first()) : value;
    }
}
