package dev.dpone.mssql;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The part of a file in memory, sliding forward row by row. For one thread. */
final class FileWindow implements AutoCloseable {
    private static final int STEP = 256 * 1024;

    private final FileChannel channel;
    private byte[] bytes = new byte[STEP];
    private int start;
    private int limit;

    /** Bytes of the file after {@code limit}. */
    private long left;

    FileWindow(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.READ);
        left = channel.size();
    }

    /** The live bytes, valid until the next {@link #has} or {@link #advance}. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the window begins in {@link #bytes()}. */
    int start() {
        return start;
    }

    /** Bytes from the window's start to the file's end. */
    long remaining() {
        return limit - start + left;
    }

    /** Brings {@code count} bytes from the window's start into memory; false when the file has fewer. */
    boolean has(long count) throws IOException {
        if (limit - start >= count) {
            return true;
        }
        if (count > remaining() || count > Integer.MAX_VALUE - STEP) {
            return false;
        }
        int kept = limit - start;
        byte[] room = count > bytes.length ? new byte[(int) count + STEP] : bytes;
        System.arraycopy(bytes, start, room, 0, kept);
        bytes = room;
        start = 0;
        limit = kept;
        while (limit < count) {
            int read = channel.read(ByteBuffer.wrap(bytes, limit, (int) Math.min(left, bytes.length - limit)));
            if (read < 0) {
                throw new EOFException("The file became shorter while it was read");
            }
            limit += read;
            left -= read;
        }
        return true;
    }

    /** Moves the window's start. */
    void advance(int count) {
        start += count;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
