package dev.dpone.delivery;

import static dev.dpone.delivery.ToyRows.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.Sha256;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ChangedValues;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.Policy;
import dev.dpone.spi.SealedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrameEncoderTest {
    @TempDir
    Path folder;

    private Spool spool;
    private final Cancellation cancellation = new Cancellation();

    @BeforeEach
    void openSpool() {
        spool = Spool.open(folder.resolve("work"), "spool-1", 0, 0);
    }

    private FrameEncoder encoder() {
        return new FrameEncoder(
                ToyRows.FORMAT,
                ToyRows.COLUMNS.stream()
                        .map(column -> new ColumnMapping(column, "toy", "because"))
                        .toList(),
                spool,
                cancellation);
    }

    private static Frame frame(Block block, int from, int to, long bytes) {
        return new Frame(4, 11, List.of(new Frame.Slice(block, from, to)), to - from, bytes, 40);
    }

    @Test
    void writesHeaderRowsAndTrailerAndSealsTheFile() throws IOException {
        SealedFile file = encoder().encode(frame(block(1, "a", "bc", "d"), 1, 3, 14 + 13));

        byte[] bytes = Files.readAllBytes(file.path());
        assertThat(new String(bytes, StandardCharsets.ISO_8859_1))
                .startsWith("HEAD")
                .endsWith("END");
        assertThat(file.fileBytes()).isEqualTo(bytes.length).isEqualTo(4 + 27 + 3);
        assertThat(file.encodedBytes()).isEqualTo(27);
        assertThat(file.rows()).isEqualTo(2);
        assertThat(file.sha256()).isEqualTo(Sha256.hexOf(bytes));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
                .isEqualTo("r--------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(file.path().getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void digestsTheCanonicalRowsOfTheSliceOnly() {
        Block block = block(1, "a", "bc", "d");
        SealedFile file = encoder().encode(frame(block, 1, 3, 27));

        RowDigester expected = new RowDigester();
        RowBuffer row = new RowBuffer(64);
        for (int r = 1; r < 3; r++) {
            row.clear();
            new CanonicalRowWriter(ToyRows.COLUMNS).write(block, r, row);
            expected.add(row);
        }
        assertThat(file.sum()).isEqualTo(expected.sum());
    }

    @Test
    void countsWhatTreatmentsChangedInTheSliceOnly() {
        Block block = ToyRows.treated(block(1, "A", "B", "c", "D", "E"));
        SealedFile file =
                new FrameEncoder(ToyRows.FORMAT, ToyRows.TREATED, spool, cancellation).encode(frame(block, 1, 4, 39));

        assertThat(file.changed()).containsExactly(new ChangedValues("text", Policy.REPLACE, 2));
        assertThat(encoder()
                        .encode(new Frame(5, 11, List.of(new Frame.Slice(block, 1, 4)), 3, 39, 40))
                        .changed())
                .isEmpty();
    }

    @Test
    void namesRowAndColumnOfARejectedValueAndLeavesNoFile() {
        assertThatThrownBy(() -> encoder().encode(frame(block(1, "a", "bad"), 0, 2, 28)))
                .isInstanceOf(DponeException.class)
                .hasMessage("Row 12, column text: bad is not a value")
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(ErrorCode.VALUE_REJECTED));
        assertThat(spool.path(4)).doesNotExist();
    }

    @Test
    void failsWhenTheEncodedSizeIsNotTheComputedOne() {
        assertThatThrownBy(() -> encoder().encode(frame(block(1, "lie"), 0, 1, 15)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Frame 4 was sized at 15 bytes but encoded to 16");
        assertThat(spool.path(4)).doesNotExist();
    }

    @Test
    void neverOverwritesAFile() throws IOException {
        Files.writeString(spool.path(4), "someone else's");

        assertThatThrownBy(() -> encoder().encode(frame(block(1, "a"), 0, 1, 13)))
                .isInstanceOf(DponeException.class)
                .hasMessageContaining("FileAlreadyExistsException");
        assertThat(spool.path(4)).hasContent("someone else's");
    }

    @Test
    void noticesAChangedSealedFile() throws IOException {
        SealedFile file = encoder().encode(frame(block(1, "a"), 0, 1, 13));
        SealedFiles.check(file);

        Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-------"));
        byte[] bytes = Files.readAllBytes(file.path());
        bytes[6] ^= 1;
        Files.write(file.path(), bytes);

        assertThatThrownBy(() -> SealedFiles.check(file))
                .isInstanceOf(DponeException.class)
                .hasMessageContaining("was changed or removed after it was sealed");
    }

    @Test
    void noticesAMissingSealedFile() throws IOException {
        SealedFile file = encoder().encode(frame(block(1, "a"), 0, 1, 13));
        Files.delete(file.path());

        assertThatThrownBy(() -> SealedFiles.check(file)).hasMessageContaining("was changed or removed");
    }

    @Test
    void refusesASpoolThatDoesNotFitBesideTheSpaceToStayFree() {
        assertThatThrownBy(() -> Spool.open(folder.resolve("work"), "spool-2", 1L << 60, 5))
                .isInstanceOf(DponeException.class)
                .hasMessageContaining("The spool needs " + ((1L << 60) + (1L << 20) + 5) + " bytes free")
                .satisfies(e -> assertThat(((DponeException) e).code()).isEqualTo(ErrorCode.SPOOL_SPACE));
        assertThat(folder.resolve("work/spool-2")).doesNotExist();
    }

    @Test
    void refusesAWorkDirThatIsASymbolicLink() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);

        assertThatThrownBy(() -> Spool.open(link, "spool-3", 0, 0))
                .isInstanceOf(DponeException.class)
                .hasMessageContaining("is a symbolic link or not a directory");
    }

    @Test
    void closingTheSpoolRemovesWhatIsLeft() {
        encoder().encode(frame(block(1, "a"), 0, 1, 13));

        spool.close();

        assertThat(folder.resolve("work/spool-1")).doesNotExist();
    }
}
