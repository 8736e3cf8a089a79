package dev.dpone.postgres;

import dev.dpone.column.RowBuffer;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.Arrays;

/**
 * Takes a COPY BINARY stream apart, in pieces of any size, and hands on each row's fields as canonical bytes. For one
 * thread.
 */
final class CopyBinaryReader {
    private final FieldReader[] fields;
    private final RowSink sink;
    private final RowBuffer row = new RowBuffer(1024);
    private final int business;
    private byte[] pending = {};
    private boolean headerSeen;
    private boolean ended;

    /** Receives each row's canonical bytes twice: of its business columns, then of all its columns. */
    interface RowSink {
        void business(RowBuffer row);

        void full(RowBuffer row);
    }

    /**
     * @param business how many of the fields, from the first, are business columns
     */
    CopyBinaryReader(FieldReader[] fields, int business, RowSink sink) {
        this.fields = fields.clone();
        this.business = business;
        this.sink = sink;
    }

    /** Takes the stream's next piece; normally one whole row. */
    void accept(byte[] piece) {
        byte[] data = piece;
        if (pending.length > 0) {
            data = Arrays.copyOf(pending, pending.length + piece.length);
            System.arraycopy(piece, 0, data, pending.length, piece.length);
        }
        int at = 0;
        for (int end = unitEnd(data, at); end >= 0; end = unitEnd(data, at)) {
            if (headerSeen) {
                read(data, at);
            } else {
                headerSeen = true;
            }
            at = end;
        }
        pending = at == data.length ? new byte[0] : Arrays.copyOfRange(data, at, data.length);
    }

    /** To be called after the last piece: a stream without its trailer is not whole. */
    void finish() {
        if (!ended || pending.length > 0) {
            throw new DponeException(
                    ErrorCode.TARGET_CONNECTION_LOST,
                    "The table's rows stopped before their end was sent",
                    "Run the delivery again.");
        }
    }

    /** Where the header or row that begins at {@code at} ends, or -1 when it is not all there. */
    private int unitEnd(byte[] data, int at) {
        if (!headerSeen) {
            int end = at + CopyBinaryFormat.HEADER_BYTES;
            if (data.length < end) {
                return -1;
            }
            int extension = (int) FieldReader.INT.get(data, end - 4);
            return extension >= 0 && extension <= data.length - end ? end + extension : -1;
        }
        if (at + 2 > data.length) {
            return -1;
        }
        int count = (short) FieldReader.SHORT.get(data, at);
        int end = at + 2;
        for (int i = 0; i < count; i++) {
            if (end + 4 > data.length) {
                return -1;
            }
            int length = (int) FieldReader.INT.get(data, end);
            end += 4;
            if (length > data.length - end) {
                return -1;
            }
            end += Math.max(0, length);
        }
        return end;
    }

    private void read(byte[] data, int at) {
        int count = (short) FieldReader.SHORT.get(data, at);
        if (count == -1) {
            ended = true;
            return;
        }
        if (ended || count != fields.length) {
            throw new IllegalStateException(
                    "A row of " + fields.length + " fields was asked for, but " + count + " were sent");
        }
        row.clear();
        int from = at + 2;
        for (int i = 0; i < count; i++) {
            int length = (int) FieldReader.INT.get(data, from);
            from += 4;
            if (length < 0) {
                row.putByte(0);
            } else {
                fields[i].read(data, from, length, row);
                from += length;
            }
            if (i + 1 == business) {
                sink.business(row);
            }
        }
        sink.full(row);
    }
}
