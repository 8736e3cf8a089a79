package dev.dpone.clickhouse;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * ClickHouse's own compressed framing: per block a CityHash128 of what follows, a method, both sizes, the bytes. Ends where
 * the body below ends, at a block's edge only.
 */
final class Lz4Body extends InputStream {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHECKSUM = 16;
    private static final int HEADER = 9;
    private static final int STORED = 0x02;
    private static final int LZ4 = 0x82;
    /** Servers send blocks of 1 MiB at most; a size far beyond is no block. */
    private static final int MOST_BLOCK_BYTES = 16 * 1024 * 1024;

    private final InputStream in;
    private final LZ4SafeDecompressor decompressor =
            LZ4Factory.fastestInstance().safeDecompressor();
    private final CityHash128 checksum = new CityHash128();
    private byte[] packed = new byte[64 * 1024];
    private byte[] plain = new byte[64 * 1024];
    private int position;
    private int limit;

    Lz4Body(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int from, int count) throws IOException {
        while (position == limit) {
            if (!nextBlock()) {
                return -1;
            }
        }
        int read = Math.min(count, limit - position);
        System.arraycopy(plain, position, target, from, read);
        position += read;
        return read;
    }

    private boolean nextBlock() throws IOException {
        int read = in.readNBytes(packed, 0, CHECKSUM + HEADER);
        if (read == 0) {
            return false;
        }
        require(read == CHECKSUM + HEADER, "the compressed answer ends within a block's header");
        int method = packed[CHECKSUM] & 0xFF;
        int packedSize = (int) INT.get(packed, CHECKSUM + 1);
        int plainSize = (int) INT.get(packed, CHECKSUM + 5);
        if (method != LZ4 && method != STORED) {
            throw BodyException.malformed("a compressed block has the unknown method " + method);
        }
        if (packedSize < HEADER || packedSize > MOST_BLOCK_BYTES || plainSize < 0 || plainSize > MOST_BLOCK_BYTES) {
            throw BodyException.malformed("a compressed block has impossible sizes");
        }
        packed = grown(packed, CHECKSUM + packedSize);
        int rest = packedSize - HEADER;
        require(in.readNBytes(packed, CHECKSUM + HEADER, rest) == rest, "the compressed answer ends within a block");
        checksum.hash(packed, CHECKSUM, packedSize);
        if (checksum.low() != (long) LONG.get(packed, 0) || checksum.high() != (long) LONG.get(packed, 8)) {
            throw BodyException.malformed("a compressed block differs from its checksum");
        }
        unpack(method, rest, plainSize);
        return true;
    }

    private void unpack(int method, int packedSize, int plainSize) throws IOException {
        if (plain.length < plainSize) {
            plain = new byte[plainSize];
        }
        int size = packedSize;
        if (method == STORED) {
            if (size == plainSize) {
                System.arraycopy(packed, CHECKSUM + HEADER, plain, 0, size);
            }
        } else {
            try {
                size = decompressor.decompress(packed, CHECKSUM + HEADER, packedSize, plain, 0, plainSize);
            } catch (LZ4Exception e) {
                throw BodyException.malformed("a compressed block can't be unpacked: " + e.getMessage());
            }
        }
        if (size != plainSize) {
            throw BodyException.malformed("a compressed block has " + size + " bytes in place of " + plainSize);
        }
        position = 0;
        limit = plainSize;
    }

    private static byte[] grown(byte[] array, int size) {
        return array.length >= size ? array : Arrays.copyOf(array, Math.max(size, 2 * array.length));
    }

    private static void require(boolean whole, String otherwise) throws IOException {
        if (!whole) {
            throw BodyException.cut(otherwise);
        }
    }
}
