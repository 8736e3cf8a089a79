package dev.dpone.state.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCheckpointsTest {
    private static final Instant AT = Instant.parse("2026-09-13T12:34:56Z");
    private static final String TARGET = "ab".repeat(32);

    @TempDir
    Path directory;

    private Checkpoints checkpoints;

    @BeforeEach
    void open() {
        checkpoints = FileStateStore.open(directory, Clock.systemUTC()).checkpoints();
    }

    @Test
    void isEmptyBeforeTheFirst() {
        assertThat(checkpoints.read("a.b", TARGET)).isEmpty();
    }

    @Test
    void keepsOnePerPipelineAndTarget() {
        Checkpoint plain = checkpoint("a.b", "r1", 1);
        Checkpoint windowed =
                new Checkpoint("größe/../x y", "r2", "receipt", 7, Optional.of(AT), Optional.of(AT.plusSeconds(1)), AT);
        assertThat(checkpoints.advance(TARGET, plain)).isTrue();
        assertThat(checkpoints.advance(TARGET, windowed)).isTrue();
        assertThat(checkpoints.advance("cd", windowed)).isTrue();
        Checkpoints reopened = FileStateStore.open(directory, Clock.systemUTC()).checkpoints();
        assertThat(reopened.read("a.b", TARGET)).contains(plain);
        assertThat(reopened.read("größe/../x y", TARGET)).contains(windowed);
        assertThat(reopened.read("größe/../x y", "cd")).contains(windowed);
        assertThat(reopened.read("a.b", "cd")).isEmpty();
    }

    @Test
    void neverGoesBackToALowerFenceEpoch() {
        assertThat(checkpoints.advance(TARGET, checkpoint("a.b", "r5", 5))).isTrue();
        assertThat(checkpoints.advance(TARGET, checkpoint("a.b", "r4", 4))).isFalse();
        assertThat(checkpoints.read("a.b", TARGET)).map(Checkpoint::runId).contains("r5");
        assertThat(checkpoints.advance(TARGET, checkpoint("a.b", "again", 5))).isTrue();
        assertThat(checkpoints.advance(TARGET, checkpoint("a.b", "r6", 6))).isTrue();
        assertThat(checkpoints.read("a.b", TARGET)).map(Checkpoint::runId).contains("r6");
    }

    @Test
    void writesTheBytesOfVersionOne() throws IOException {
        checkpoints.advance(TARGET, new Checkpoint("a.b", "r1", "R", 3, Optional.of(AT), Optional.empty(), AT));
        assertThat(Files.readString(onlyFile()))
                .isEqualTo("{\"format\":\"dpone.checkpoint\",\"version\":1,\"target\":\"" + TARGET
                        + "\",\"pipeline\":\"a.b\",\"run_id\":\"r1\",\"receipt_id\":\"R\",\"fence_epoch\":3,"
                        + "\"window_from\":\"2026-09-13T12:34:56Z\",\"window_to\":null,"
                        + "\"advanced_at\":\"2026-09-13T12:34:56Z\",\"self\":"
                        + "\"b4f6899941893d3a167010b34f2d94bc4e3fa88e2ec04f79949af970c36491d0\"}\n");
    }

    @Test
    void refusesChangedFilesAndThoseOfAnotherPipeline() throws IOException {
        checkpoints.advance(TARGET, checkpoint("a.b", "r1", 5));
        Path file = onlyFile();
        String written = Files.readString(file);
        Files.writeString(file, written.replace("\"fence_epoch\":5", "\"fence_epoch\":1"));
        for (Runnable use : java.util.List.<Runnable>of(
                () -> checkpoints.read("a.b", TARGET), () -> checkpoints.advance(TARGET, checkpoint("a.b", "r2", 6)))) {
            assertThatThrownBy(use::run)
                    .hasMessage(file + ": its content does not have the hash it ends in")
                    .isInstanceOfSatisfying(
                            DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE));
        }
        Files.writeString(file, written);
        checkpoints.advance(TARGET, checkpoint("c.d", "r1", 5));
        Path other;
        try (Stream<Path> files = Files.list(file.getParent())) {
            other = files.filter(f -> f.toString().endsWith(".json") && !f.equals(file))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(other, written);
        assertThatThrownBy(() -> checkpoints.read("c.d", TARGET))
                .hasMessage(other + ": pipeline must be c.d, but is a.b");
    }

    private Path onlyFile() throws IOException {
        try (Stream<Path> files = Files.list(directory.toRealPath().resolve("checkpoints"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Checkpoint checkpoint(String pipeline, String run, long epoch) {
        return new Checkpoint(pipeline, run, "receipt-" + run, epoch, Optional.empty(), Optional.empty(), AT);
    }
}
