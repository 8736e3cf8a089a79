package dev.dpone.mssql;

/** Types as {@code sys.columns} describes them, in the spelling of manifests. */
final class CatalogType {
    private CatalogType() {}

    static String spelling(String name, int maxLength, int precision, int scale) {
        return switch (name) {
            case "nvarchar", "nchar" -> name + length(maxLength < 0 ? maxLength : maxLength / 2);
            case "varchar", "char", "varbinary", "binary" -> name + length(maxLength);
            case "decimal", "numeric" -> "decimal(" + precision + "," + scale + ")";
            case "datetime2", "datetimeoffset", "time" -> name + "(" + scale + ")";
            case "timestamp" -> "rowversion";
            default -> name;
        };
    }

    private static String length(int length) {
        return length < 0 ? "(max)" : "(" + length + ")";
    }

    /** A planned type as the server's catalog will describe it, without its collation. */
    static String expected(MssqlType type, Capabilities capabilities) {
        if (type.kind() == MssqlType.Kind.DATETIME2) {
            return MssqlType.datetime2(Math.min(type.first(), capabilities.finestScale()))
                    .spelling();
        }
        return new MssqlType(type.kind(), type.first(), type.second(), "").spelling();
    }
}
