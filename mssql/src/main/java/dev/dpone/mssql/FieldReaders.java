package dev.dpone.mssql;

import dev.dpone.spi.ColumnMapping;

/** Chooses a column's reader, the counterpart of {@link ColumnWriters}. */
final class FieldReaders {
    private FieldReaders() {}

    static FieldReader of(ColumnMapping mapping) {
        MssqlType type = TypeMapping.target(mapping);
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> new IntegerField(type.kind());
            case DECIMAL -> new DecimalField(type, mapping.source().type());
            case REAL -> new FloatField(true);
            case FLOAT -> new FloatField(false);
            case BIT -> new BitField();
            case VARCHAR, CHAR, VARBINARY, BINARY -> new BytesField(TextRule.of(mapping));
            case NVARCHAR, NCHAR -> new WideTextField(TextRule.of(mapping));
            case UNIQUEIDENTIFIER -> new UuidField();
            case DATE -> new DateField();
            case DATETIME2 -> new InstantField(type);
        };
    }
}
