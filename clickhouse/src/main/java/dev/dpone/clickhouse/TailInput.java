package dev.dpone.clickhouse;

import java.io.IOException;
import java.io.InputStream;

/** Passes bytes on and remembers the last of them, where a failing server's message stands. */
final class TailInput extends InputStream {
    static final int REMEMBERED = 32 * 1024;

    private final InputStream in;
    private final byte[] ring = new byte[REMEMBERED];
    private long seen;
    private boolean ended;

    TailInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
        int read = in.read(target, from, count);
        if (read > 0) {
            remember(target, from, read);
        } else if (read < 0) {
            ended = true;
        }
        return read;
    }

    private void remember(byte[] source, int from, int count) {
        int last = Math.min(count, REMEMBERED);
        seen += count;
        int end = (int) (seen % REMEMBERED);
        int first = Math.min(last, end);
        System.arraycopy(source, from + count - first, ring, end - first, first);
        System.arraycopy(source, from + count - last, ring, REMEMBERED - (last - first), last - first);
    }

    /** Bytes passed on so far. */
    long seen() {
        return seen;
    }

    /** Whether the proven end was reached. */
    boolean ended() {
        return ended;
    }

    /** The last bytes passed on, in order. */
    byte[] tail() {
        int kept = (int) Math.min(seen, REMEMBERED);
        byte[] tail = new byte[kept];
        int end = (int) (seen % REMEMBERED);
        int first = Math.min(kept, end);
        System.arraycopy(ring, end - first, tail, kept - first, first);
        System.arraycopy(ring, REMEMBERED - (kept - first), tail, 0, kept - first);
        return tail;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
