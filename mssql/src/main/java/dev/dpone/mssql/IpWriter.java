package dev.dpone.mssql;

import dev.dpone.column.Column;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.IpText;
import dev.dpone.column.RowBuffer;
import dev.dpone.spi.ColumnMapping;

/** IP addresses as narrow text: it is ASCII under every collation. */
final class IpWriter extends ColumnWriter {
    private final boolean v6;

    IpWriter(ColumnMapping mapping, boolean v6) {
        super(mapping);
        this.v6 = v6;
    }

    @Override
    int valueSize(Column column, int row) {
        return IpText.length((FixedColumn) column, row, v6);
    }

    @Override
    void writeValue(Column column, int row, RowBuffer out) {
        out.ensure(prefix() + IpText.MOST_V6);
        int length = IpText.put((FixedColumn) column, row, v6, out.bytes(), out.length() + prefix());
        putLength(out, length);
        out.advance(length);
    }
}
