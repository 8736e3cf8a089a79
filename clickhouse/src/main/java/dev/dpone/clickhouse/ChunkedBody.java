package dev.dpone.clickhouse;

import java.io.IOException;
import java.io.InputStream;

/** A chunked body. Strict: only the terminating chunk ends it, everything else that stops is a failure. */
final class ChunkedBody extends InputStream {
    private final InputStream in;
    private long left;
    private boolean begun;
    private boolean ended;

    ChunkedBody(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        if (left == 0 && !ended) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int read = in.read(target, from, (int) Math.min(count, left));
        if (read < 0) {
            throw BodyException.cut("the connection was closed within a chunk");
        }
        left -= read;
        return read;
    }

    private void nextChunk() throws IOException {
        if (begun && !HttpResponse.line(in).isEmpty()) {
            throw BodyException.malformed("a chunk is longer than it says");
        }
        begun = true;
        String line = HttpResponse.line(in);
        int extension = line.indexOf(';');
        String size = (extension < 0 ? line : line.substring(0, extension)).strip();
        if (!size.matches("[0-9a-fA-F]{1,15}")) {
            throw BodyException.malformed("a chunk begins without its size");
        }
        left = Long.parseLong(size, 16);
        if (left == 0) {
            String trailer = HttpResponse.line(in);
            while (!trailer.isEmpty()) {
                trailer = HttpResponse.line(in);
            }
            ended = true;
        }
    }
}
