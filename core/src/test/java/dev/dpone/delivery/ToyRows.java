package dev.dpone.delivery;

import dev.dpone.column.Block;
import dev.dpone.column.BytesColumn;
import dev.dpone.column.DataType;
import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.column.SourceColumn;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import dev.dpone.spi.RejectedValueException;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.SourceStream;
import dev.dpone.spi.Treatment;
import dev.dpone.spi.ValueRule;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Blocks of a number and a text, and a format that writes them: 8 bytes, then the text with a 4-byte length. */
final class ToyRows {
    static final List<SourceColumn> COLUMNS = List.of(
            new SourceColumn("id", "Int64", new DataType.IntegerType(64, true), false),
            new SourceColumn("text", "String", new DataType.StringType(), false));

    /** The columns' mappings; the text has a policy. */
    static final List<ColumnMapping> TREATED = List.of(
            new ColumnMapping(COLUMNS.get(0), "toy", "because"),
            new ColumnMapping(
                    COLUMNS.get(1),
                    "toy",
                    "because",
                    Optional.of(Treatment.of(
                            Policy.REPLACE, COLUMNS.get(1), new ValueRule.ReplaceUnlessText(true), "it is mended"))));

    private ToyRows() {}

    /** The same block, in which the texts that begin with a capital were changed. */
    static Block treated(Block block) {
        BytesColumn text = (BytesColumn) block.columns().get(1);
        byte[] changes = new byte[block.rows()];
        for (int row = 0; row < changes.length; row++) {
            changes[row] = (byte) (Character.isUpperCase(text.data()[text.start(row)]) ? 1 : 0);
        }
        return new Block(block.columns(), block.rows(), List.of(new FixedColumn(changes, 1, block.rows(), null)));
    }

    /** Rows numbered from {@code first}, each with this text. */
    static Block block(long first, String... texts) {
        ByteBuffer ids = ByteBuffer.allocate(8 * texts.length).order(ByteOrder.LITTLE_ENDIAN);
        StringBuilder all = new StringBuilder();
        int[] starts = new int[texts.length];
        int[] lengths = new int[texts.length];
        for (int i = 0; i < texts.length; i++) {
            ids.putLong(first + i);
            starts[i] = all.toString().getBytes(StandardCharsets.UTF_8).length;
            lengths[i] = texts[i].getBytes(StandardCharsets.UTF_8).length;
            all.append(texts[i]);
        }
        byte[] data = all.toString().getBytes(StandardCharsets.UTF_8);
        return new Block(
                List.of(
                        new FixedColumn(ids.array(), 8, texts.length, null),
                        new BytesColumn(data, starts, lengths, texts.length, null)),
                texts.length);
    }

    /** A stream of these blocks. */
    static SourceStream stream(Block... blocks) {
        Deque<Block> left = new ArrayDeque<>(List.of(blocks));
        return new SourceStream() {
            @Override
            public Optional<Block> next() {
                return Optional.ofNullable(left.poll());
            }

            @Override
            public void abort() {
                left.clear();
            }

            @Override
            public void close() {
                left.clear();
            }
        };
    }

    /** The format; a text of {@code bad} is refused, one of {@code lie} is written longer than it was sized. */
    static final RowFormat FORMAT = new RowFormat() {
        @Override
        public byte[] header() {
            return "HEAD".getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] trailer() {
            return "END".getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public void sizes(Block block, int[] sizes) {
            BytesColumn text = (BytesColumn) block.columns().get(1);
            for (int row = 0; row < block.rows(); row++) {
                sizes[row] = 12 + text.length(row);
            }
        }

        @Override
        public void write(Block block, int row, RowBuffer out) {
            BytesColumn text = (BytesColumn) block.columns().get(1);
            String value = new String(text.data(), text.start(row), text.length(row), StandardCharsets.UTF_8);
            if (value.equals("bad")) {
                throw new RejectedValueException("text", "bad is not a value", "Write something else.");
            }
            out.putLong(((FixedColumn) block.columns().get(0)).longAt(row));
            out.putInt(text.length(row));
            out.putBytes(text.data(), text.start(row), text.length(row));
            if (value.equals("lie")) {
                out.putByte(0);
            }
        }
    };
}
