package dev.dpone.clickhouse;

import java.io.IOException;
import java.io.InputStream;

/** A body of a known length, which only its last byte ends. */
final class LengthBody extends InputStream {
    private final InputStream in;
    private long left;

    LengthBody(InputStream in, long length) {
        this.in = in;
        this.left = length;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
        if (left == 0) {
            return -1;
        }
        int read = in.read(target, from, (int) Math.min(count, left));
        if (read < 0) {
            throw BodyException.cut("the connection was closed " + left + " bytes before the end of the body");
        }
        left -= read;
        return read;
    }
}
