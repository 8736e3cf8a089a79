package dev.dpone.bench;

import dev.dpone.clickhouse.NativeDecoder;
import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.digest.Sha256;
import dev.dpone.postgres.PostgresConnector;
import dev.dpone.spi.RowFormat;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The stages of a delivery before the network, each over all rows of a recording. For one thread. */
final class StageWork {
    /** As the encoder of a delivery, which writes its file in pieces of this size. */
    private static final int FLUSH_BYTES = 256 * 1024;

    private final Recording recording;
    private final RowFormat format;
    private final CanonicalRowWriter canonical;
    private final RowBuffer out = new RowBuffer(2 * FLUSH_BYTES);
    private final RowBuffer row = new RowBuffer(1024);

    /** What the rows came to. */
    record Outcome(long rows, long sizedBytes, long encodedBytes, RowSum sum) {}

    StageWork(Recording recording) {
        this.recording = recording;
        this.format = new PostgresConnector().format(recording.mappings());
        this.canonical = new CanonicalRowWriter(recording.columns());
    }

    /** Every block of the recording, kept. */
    List<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        decode(blocks::add);
        return blocks;
    }

    /** Native bytes to blocks. */
    void decode(Consumer<Block> sink) throws IOException {
        NativeDecoder decoder =
                new NativeDecoder(new ByteArrayInputStream(recording.bytes()), recording.columns(), Recording.LIMITS);
        for (Optional<Block> block = decoder.next(); block.isPresent(); block = decoder.next()) {
            sink.accept(block.get());
        }
    }

    /** Blocks to COPY BINARY: sizes, then rows. Returns the bytes written. */
    long encode(List<Block> blocks) {
        long bytes = 0;
        out.clear();
        for (Block block : blocks) {
            int[] sizes = new int[block.rows()];
            format.sizes(block, sizes);
            for (int r = 0; r < block.rows(); r++) {
                format.write(block, r, out);
                if (out.length() >= FLUSH_BYTES) {
                    bytes += out.length();
                    out.clear();
                }
            }
        }
        return bytes + out.length();
    }

    /** Blocks to the digest of their rows. */
    RowSum digest(List<Block> blocks) {
        RowDigester digester = new RowDigester();
        for (Block block : blocks) {
            for (int r = 0; r < block.rows(); r++) {
                row.clear();
                canonical.write(block, r, row);
                digester.add(row);
            }
        }
        return digester.sum();
    }

    /** Native bytes to all that a sealed file holds: rows encoded, digested, and the file's own hash; nothing is written. */
    Outcome everything() throws IOException {
        Everything work = new Everything();
        decode(work);
        return work.outcome();
    }

    private final class Everything implements Consumer<Block> {
        private final RowDigester digester = new RowDigester();
        private final MessageDigest fileHash = Sha256.newDigest();
        private long rows;
        private long sized;
        private long encoded;

        @Override
        public void accept(Block block) {
            int[] sizes = new int[block.rows()];
            format.sizes(block, sizes);
            for (int r = 0; r < block.rows(); r++) {
                sized += sizes[r];
                format.write(block, r, out);
                row.clear();
                canonical.write(block, r, row);
                digester.add(row);
                if (out.length() >= FLUSH_BYTES) {
                    flush();
                }
            }
            rows += block.rows();
        }

        private void flush() {
            fileHash.update(out.bytes(), 0, out.length());
            encoded += out.length();
            out.clear();
        }

        Outcome outcome() {
            flush();
            fileHash.digest();
            return new Outcome(rows, sized, encoded, digester.sum());
        }
    }
}
