package dev.dpone.clickhouse;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes blocks in the Native format, for tests that need bytes no server would send. */
final class Native {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** One column of a block: its header and the bytes of its values. */
    static final class Part {
        private final String name;
        private final String type;
        private final int rows;
        private final byte[] values;

        Part(String name, String type, int rows, byte[] values) {
            this.name = name;
            this.type = type;
            this.rows = rows;
            this.values = values;
        }
    }

    static Part strings(String name, String... values) {
        Native bytes = new Native();
        for (String value : values) {
            bytes.text(value);
        }
        return new Part(name, "String", values.length, bytes.bytes());
    }

    static Part longs(String name, String type, long... values) {
        Native bytes = new Native();
        for (long value : values) {
            bytes.longs(value);
        }
        return new Part(name, type, values.length, bytes.bytes());
    }

    static byte[] block(Part... parts) {
        Native bytes = new Native();
        bytes.varint(parts.length).varint(parts[0].rows);
        for (Part part : parts) {
            bytes.text(part.name).text(part.type).raw(part.values);
        }
        return bytes.bytes();
    }

    Native varint(long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            out.write((int) ((left & 0x7F) | 0x80));
            left >>>= 7;
        }
        out.write((int) left);
        return this;
    }

    Native text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return varint(bytes.length).raw(bytes);
    }

    Native longs(long... values) {
        for (long value : values) {
            raw(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(value)
                    .array());
        }
        return this;
    }

    Native raw(byte... bytes) {
        out.writeBytes(bytes);
        return this;
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
