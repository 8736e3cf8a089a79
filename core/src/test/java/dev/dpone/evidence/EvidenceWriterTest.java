package dev.dpone.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.digest.RowSum;
import dev.dpone.digest.Sha256;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceWriterTest {
    @TempDir
    Path directory;

    @Test
    void writesThePrivateFileAndTellsItsHash() throws IOException {
        Evidence evidence = EvidenceExample.fiveRows(NativeChunkLimits.defaults());
        EvidenceFile file = new EvidenceWriter(directory.resolve("runs")).write(evidence);
        assertThat(file.path()).isEqualTo(directory.resolve("runs/run:1/evidence.json"));
        assertThat(Files.readAllBytes(file.path())).isEqualTo(EvidenceDocument.json(evidence));
        assertThat(file.sha256()).isEqualTo(Sha256.hexOf(EvidenceDocument.json(evidence)));
        assertThat(permissions(file.path())).isEqualTo("rw-------");
        assertThat(permissions(directory.resolve("runs"))).isEqualTo("rwx------");
        assertThat(permissions(directory.resolve("runs/run:1"))).isEqualTo("rwx------");
    }

    @Test
    void replacesWhatACrashLeftAndKeepsNothingElse() throws IOException {
        EvidenceWriter writer = new EvidenceWriter(directory);
        EvidenceFile first = writer.write(EvidenceExample.fiveRows(NativeChunkLimits.defaults()));
        Files.writeString(first.path(), "torn");
        assertThat(writer.write(EvidenceExample.fiveRows(NativeChunkLimits.defaults())))
                .isEqualTo(first);
        assertThat(Sha256.hexOf(Files.readAllBytes(first.path()))).isEqualTo(first.sha256());
        try (Stream<Path> files = Files.list(directory.resolve("run:1"))) {
            assertThat(files).containsExactly(first.path());
        }
    }

    @Test
    void runIdsNeverLeadOutOfTheDirectory() {
        Evidence evidence = EvidenceExample.of(
                "..",
                NativeChunkLimits.defaults(),
                List.of(),
                EvidenceExample.prepared(0, RowSum.EMPTY),
                EvidenceExample.commit("..", 0, RowSum.EMPTY, 0));
        assertThat(new EvidenceWriter(directory).write(evidence).path())
                .isEqualTo(directory.resolve("%2E./evidence.json"));
    }

    @Test
    void saysThatTheTargetIsPublishedWhenItCannotWrite() throws IOException {
        Files.writeString(directory.resolve("run:1"), "a file where the run's directory belongs");
        assertThatThrownBy(() ->
                        new EvidenceWriter(directory).write(EvidenceExample.fiveRows(NativeChunkLimits.defaults())))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.EVIDENCE_FAILED);
                    assertThat(e.remedy())
                            .isEqualTo(
                                    "Check the disk and the permissions there, then run again with --run-id run:1: the rows"
                                            + " are not delivered again, evidence and checkpoint are.");
                })
                .hasMessage("The target is published, but the evidence " + directory.resolve("run:1/evidence.json")
                        + " cannot be written: something else is in its place");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
