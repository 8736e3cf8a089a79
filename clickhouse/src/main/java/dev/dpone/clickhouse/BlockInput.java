package dev.dpone.clickhouse;

import dev.dpone.clickhouse.HeapBudget.BlockTooLargeException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the primitives of the Native format from a buffer of its own. Long runs of bytes go from the stream straight into
 * their array. Arrays grow with what really arrives: a size that was only declared allocates {@value #TRUSTED} bytes at most.
 */
final class BlockInput {
    static final int TRUSTED = 1024 * 1024;
    private static final int BUFFER = 256 * 1024;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;

    BlockInput(InputStream in) {
        this.in = in;
    }

    /** Whether the proven end of the stream is here. */
    boolean atEnd() throws IOException {
        return position == limit && !fill();
    }

    /** Reads more into the empty buffer; false at the proven end. */
    private boolean fill() throws IOException {
        int read = in.read(buffer, 0, BUFFER);
        position = 0;
        limit = Math.max(read, 0);
        return read > 0;
    }

    private void require() throws IOException {
        if (position == limit && !fill()) {
            throw BodyException.cut("the answer ends within a block");
        }
    }

    /** An unsigned number in groups of seven bits, lowest first; never negative. */
    long readVarint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            require();
            byte b = buffer[position++];
            value |= (b & 0x7FL) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw BodyException.malformed("a number is longer than nine bytes");
    }

    long readLong() throws IOException {
        if (limit - position >= 8) {
            long value = (long) LONG.get(buffer, position);
            position += 8;
            return value;
        }
        long value = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            require();
            value |= (buffer[position++] & 0xFFL) << shift;
        }
        return value;
    }

    /** Text of a bounded length, such as a name. */
    String readText(int most) throws IOException {
        long length = readVarint();
        if (length > most) {
            throw BodyException.malformed("a name is longer than " + most + " bytes");
        }
        try {
            return new String(readArray((int) length), StandardCharsets.UTF_8);
        } catch (BlockTooLargeException e) {
            throw new IllegalStateException("A text's length is bounded by its caller", e);
        }
    }

    void readFully(byte[] target, int from, int count) throws IOException {
        int done = Math.min(count, limit - position);
        System.arraycopy(buffer, position, target, from, done);
        position += done;
        while (done < count) {
            if (count - done < BUFFER) {
                require();
                int more = Math.min(count - done, limit - position);
                System.arraycopy(buffer, position, target, from + done, more);
                position += more;
                done += more;
            } else {
                int read = in.read(target, from + done, count - done);
                if (read < 0) {
                    throw BodyException.cut("the answer ends within a block");
                }
                done += read;
            }
        }
    }

    /** So many bytes in an array of exactly that length. */
    byte[] readArray(int count) throws IOException, BlockTooLargeException {
        byte[] array = new byte[Math.min(count, TRUSTED)];
        readFully(array, 0, array.length);
        while (array.length < count) {
            int had = array.length;
            array = Arrays.copyOf(array, (int) Math.min(count, 2L * had));
            readFully(array, had, array.length - had);
        }
        return array;
    }

    /**
     * Reads {@code rows} strings, each after its length. The bytes are copied in runs, lengths included, which costs a byte or
     * two per value and saves a copy per value.
     */
    void readStrings(int rows, StringsBuilder out) throws IOException, BlockTooLargeException {
        int run = position;
        int row = 0;
        while (row < rows) {
            int ahead = 1;
            int length = -1;
            if (limit - position >= 2) {
                length = buffer[position];
                if (length < 0) {
                    int second = buffer[position + 1];
                    length = second < 0 ? -1 : (length & 0x7F) | second << 7;
                    ahead = 2;
                }
            }
            if (length >= 0 && ahead + length <= limit - position) {
                out.add(row++, position + ahead - run, length);
                position += ahead + length;
            } else {
                out.append(buffer, run, position - run);
                readString(row++, out);
                run = position;
            }
        }
        out.append(buffer, run, position - run);
    }

    /** One string that is very long, or crosses the buffer's end. */
    private void readString(int row, StringsBuilder out) throws IOException, BlockTooLargeException {
        long length = readVarint();
        out.add(row, 0, out.checked(length));
        int left = (int) length;
        while (left > 0) {
            if (left >= BUFFER && position == limit) {
                int read = in.read(out.room(left), out.used(), Math.min(left, out.free()));
                if (read < 0) {
                    throw BodyException.cut("the answer ends within a block");
                }
                out.advance(read);
                left -= read;
            } else {
                require();
                int more = Math.min(left, limit - position);
                out.append(buffer, position, more);
                position += more;
                left -= more;
            }
        }
    }
}
