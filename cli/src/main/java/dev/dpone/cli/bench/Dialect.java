package dev.dpone.cli.bench;

import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.TableRef;
import java.util.Locale;

/** What the harness's own SQL says differently on the two targets. */
enum Dialect {
    POSTGRES("text", "timestamptz") {
        @Override
        String quoted(String name) {
            return '"' + name.replace("\"", "\"\"") + '"';
        }

        @Override
        String grouped(ColumnMapping column) {
            return quoted(column.name());
        }

        @Override
        String hold(TableRef table) {
            return "SELECT 1 FROM " + quoted(table) + " LIMIT 1";
        }
    },
    MSSQL("nvarchar(128)", "datetime2(7)") {
        @Override
        String quoted(String name) {
            return '[' + name.replace("]", "]]") + ']';
        }

        /** By its bytes: a collation may call texts equal that are not. */
        @Override
        String grouped(ColumnMapping column) {
            return column.targetType().contains("char")
                    ? "CAST(" + quoted(column.name()) + " AS varbinary(max))"
                    : quoted(column.name());
        }

        @Override
        String hold(TableRef table) {
            return "SELECT TOP 1 1 FROM " + quoted(table) + " WITH (TABLOCK, HOLDLOCK)";
        }
    };

    private final String loadIdType;
    private final String loadedAtType;

    Dialect(String loadIdType, String loadedAtType) {
        this.loadIdType = loadIdType;
        this.loadedAtType = loadedAtType;
    }

    static Dialect of(String targetType) {
        return valueOf(targetType.toUpperCase(Locale.ROOT));
    }

    abstract String quoted(String name);

    /** An expression that is equal exactly for equal values of the column. */
    abstract String grouped(ColumnMapping column);

    /** A query that keeps the table from being replaced until its transaction ends. */
    abstract String hold(TableRef table);

    String quoted(TableRef table) {
        return quoted(table.schema()) + "." + quoted(table.name());
    }

    String loadIdType() {
        return loadIdType;
    }

    String loadedAtType() {
        return loadedAtType;
    }

    /** Some value of a column's type, other than NULL. */
    static String someValue(String targetType) {
        String type = targetType.replaceAll("\\(.*", "").strip();
        return switch (type) {
            case "smallint",
                    "integer",
                    "int",
                    "bigint",
                    "tinyint",
                    "bit",
                    "numeric",
                    "decimal",
                    "real",
                    "float",
                    "double precision" -> "0";
            case "boolean" -> "false";
            case "text", "varchar", "nvarchar", "char", "nchar", "character varying" -> "'old'";
            case "bytea" -> "'\\x00'";
            case "varbinary" -> "0x00";
            case "uuid", "uniqueidentifier" -> "'00000000-0000-0000-0000-000000000000'";
            case "inet" -> "'127.0.0.1'";
            case "date", "timestamptz", "datetime2" -> "'2000-01-01'";
            default -> throw new IllegalArgumentException("No value is known for the target type " + targetType);
        };
    }
}
