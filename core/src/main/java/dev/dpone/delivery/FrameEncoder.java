package dev.dpone.delivery;

import dev.dpone.column.FixedColumn;
import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.Sha256;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChangedValues;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.RejectedValueException;
import dev.dpone.spi.RowFormat;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.Treatment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Turns a frame into a sealed file and its digest. Thread-safe: encoders share it. */
final class FrameEncoder {
    private static final int FLUSH_BYTES = 256 * 1024;
    private static final int CHECK_ROWS = 1024;

    private final RowFormat format;
    private final CanonicalRowWriter canonical;
    private final List<Treatment> treatments;
    private final Spool spool;
    private final Cancellation cancellation;

    FrameEncoder(RowFormat format, List<ColumnMapping> columns, Spool spool, Cancellation cancellation) {
        this.format = format;
        this.canonical = new CanonicalRowWriter(
                columns.stream().map(ColumnMapping::source).toList());
        this.treatments =
                columns.stream().flatMap(column -> column.treatment().stream()).toList();
        this.spool = spool;
        this.cancellation = cancellation;
    }

    /** Writes, syncs and seals the file. On any failure its file is gone; one that was there before is left alone. */
    SealedFile encode(Frame frame) {
        try {
            return write(frame);
        } catch (FileAlreadyExistsException e) {
            throw Spool.failed("Cannot make " + spool.path(frame.ordinal()), e);
        } catch (IOException e) {
            throw withoutFile(frame, Spool.failed("Cannot write " + spool.path(frame.ordinal()), e));
        } catch (RuntimeException e) {
            throw withoutFile(frame, e);
        }
    }

    private RuntimeException withoutFile(Frame frame, RuntimeException primary) {
        try {
            spool.remove(frame.ordinal());
        } catch (DponeException secondary) {
            primary.addSuppressed(secondary);
        }
        return primary;
    }

    private SealedFile write(Frame frame) throws IOException {
        MessageDigest fileHash = Sha256.newDigest();
        RowDigester digester = new RowDigester();
        long written;
        try (FileChannel file = spool.create(frame.ordinal())) {
            RowBuffer out = new RowBuffer(FLUSH_BYTES + frame.largestRow());
            RowBuffer row = new RowBuffer(1024);
            byte[] header = format.header();
            out.putBytes(header, 0, header.length);
            long rowNumber = frame.firstRow();
            for (Frame.Slice slice : frame.slices()) {
                for (int r = slice.from(); r < slice.to(); r++, rowNumber++) {
                    encodeRow(slice, r, rowNumber, out, row);
                    digester.add(row);
                    if (out.length() >= FLUSH_BYTES) {
                        flush(out, file, fileHash);
                    }
                    if (rowNumber % CHECK_ROWS == 0) {
                        cancellation.check();
                    }
                }
            }
            byte[] trailer = format.trailer();
            out.putBytes(trailer, 0, trailer.length);
            flush(out, file, fileHash);
            written = file.position();
            checkSize(frame, written - header.length - trailer.length);
            file.force(true);
        }
        spool.seal(frame.ordinal());
        return new SealedFile(
                frame.ordinal(),
                spool.path(frame.ordinal()),
                frame.rows(),
                frame.encodedBytes(),
                written,
                HexFormat.of().formatHex(fileHash.digest()),
                digester.sum(),
                changed(frame));
    }

    /** What the treatments changed in the frame's rows, as the source told. */
    private List<ChangedValues> changed(Frame frame) {
        List<ChangedValues> counts = new ArrayList<>();
        for (int i = 0; i < treatments.size(); i++) {
            long values = 0;
            for (Frame.Slice slice : frame.slices()) {
                FixedColumn changes = slice.block().changes().get(i);
                for (int row = slice.from(); row < slice.to(); row++) {
                    values += changes.byteAt(row) == 0 ? 0 : 1;
                }
            }
            Treatment treatment = treatments.get(i);
            counts.add(new ChangedValues(treatment.origin().name(), treatment.policy(), values));
        }
        return counts;
    }

    private void encodeRow(Frame.Slice slice, int r, long rowNumber, RowBuffer out, RowBuffer row) {
        try {
            format.write(slice.block(), r, out);
            row.clear();
            canonical.write(slice.block(), r, row);
        } catch (RejectedValueException e) {
            throw new DponeException(
                    ErrorCode.VALUE_REJECTED,
                    "Row " + rowNumber + ", column " + e.column() + ": " + e.getMessage(),
                    e.remedy());
        }
    }

    private static void flush(RowBuffer out, FileChannel file, MessageDigest hash) throws IOException {
        hash.update(out.bytes(), 0, out.length());
        ByteBuffer pending = ByteBuffer.wrap(out.bytes(), 0, out.length());
        while (pending.hasRemaining()) {
            file.write(pending);
        }
        out.clear();
    }

    private static void checkSize(Frame frame, long payload) {
        if (payload != frame.encodedBytes()) {
            throw new IllegalStateException("Frame " + frame.ordinal() + " was sized at " + frame.encodedBytes()
                    + " bytes but encoded to " + payload);
        }
    }
}
