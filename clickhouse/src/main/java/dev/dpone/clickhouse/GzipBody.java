package dev.dpone.clickhouse;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A gzip body, checked to its last byte. The JDK's own stream ignores what follows the end mark, where a failing server
 * might have written its message: here those bytes come out as they are. A body without any byte is an empty result.
 */
final class GzipBody extends InputStream {
    private static final int HAS_CRC = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;

    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] input = new byte[64 * 1024];
    private int position;
    private int limit;
    private State state = State.HEAD;

    private enum State {
        HEAD,
        DATA,
        AFTER
    }

    GzipBody(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
        int unpacked = unpack(target, from, count);
        if (unpacked != 0) {
            return unpacked;
        }
        if (position == limit && !fill()) {
            return -1;
        }
        int read = Math.min(count, limit - position);
        System.arraycopy(input, position, target, from, read);
        position += read;
        return read;
    }

    /** Unpacked bytes; 0 when the end mark is behind, -1 at the end of a body without any byte. */
    private int unpack(byte[] target, int from, int count) throws IOException {
        try {
            if (state == State.HEAD) {
                if (!fill()) {
                    return -1;
                }
                head();
                state = State.DATA;
            }
            int unpacked = 0;
            while (state == State.DATA && unpacked == 0) {
                unpacked = inflate(target, from, count);
            }
            return unpacked;
        } catch (BodyException e) {
            state = State.AFTER;
            position = limit;
            throw e;
        }
    }

    /** Bytes put out; 0 after more input was taken in, or after the end mark. */
    private int inflate(byte[] target, int from, int count) throws IOException {
        try {
            int read = inflater.inflate(target, from, count);
            crc.update(target, from, read);
            if (read > 0) {
                return read;
            }
        } catch (DataFormatException e) {
            throw BodyException.malformed("the gzip answer can't be unpacked: " + e.getMessage());
        }
        if (inflater.finished()) {
            position = limit - inflater.getRemaining();
            long expected = number(4);
            long size = number(4);
            if (expected != crc.getValue() || size != (inflater.getBytesWritten() & 0xFFFFFFFFL)) {
                throw BodyException.malformed("the gzip answer differs from its checksum");
            }
            inflater.end();
            state = State.AFTER;
        } else if (inflater.needsDictionary()) {
            throw BodyException.malformed("the gzip answer needs a dictionary");
        } else if (!fill()) {
            throw cut();
        } else {
            inflater.setInput(input, position, limit - position);
        }
        return 0;
    }

    private void head() throws IOException {
        if (number(2) != 0x8b1f || number(1) != 8) {
            throw BodyException.malformed("the answer is not the gzip it says to be");
        }
        int flags = (int) number(1);
        number(4);
        number(2);
        if ((flags & HAS_EXTRA) != 0) {
            for (long left = number(2); left > 0; left--) {
                number(1);
            }
        }
        for (int text : new int[] {HAS_NAME, HAS_COMMENT}) {
            if ((flags & text) != 0) {
                long c = number(1);
                while (c != 0) {
                    c = number(1);
                }
            }
        }
        if ((flags & HAS_CRC) != 0) {
            number(2);
        }
        inflater.setInput(input, position, limit - position);
    }

    /** A little-endian number of so many bytes. */
    private long number(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            if (position == limit && !fill()) {
                throw cut();
            }
            value |= (input[position++] & 0xFFL) << (8 * i);
        }
        return value;
    }

    private boolean fill() throws IOException {
        int read = in.read(input, 0, input.length);
        position = 0;
        limit = Math.max(read, 0);
        return read > 0;
    }

    private static BodyException cut() {
        return BodyException.cut("the gzip answer ends before its end mark");
    }
}
