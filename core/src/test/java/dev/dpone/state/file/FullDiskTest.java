package dev.dpone.state.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.Checkpoint;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.Lease;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a file system of 1 MiB. Mounting one takes root, without which these tests are skipped. */
class FullDiskTest {
    private static final String TARGET = "ab".repeat(32);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final MovableClock clock = new MovableClock();
    private FileStateStore store;

    @BeforeEach
    void mount() throws Exception {
        int status = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory.toString());
        assumeThat(status)
                .as("mounting a tmpfs of 1 MiB takes root with CAP_SYS_ADMIN")
                .isZero();
        store = FileStateStore.open(directory.resolve("state"), clock);
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", directory.toString());
    }

    @Test
    void anAppendThatDoesNotFitIsRefusedWholeAndTheJournalGoesOn() throws Exception {
        Journal journal = store.journal("r");
        int acknowledged = 0;
        while (appendFits(journal, acknowledged)) {
            acknowledged++;
        }
        assertThat(acknowledged).isBetween(5, 20);
        assertThat(store.journal("r").read()).hasSize(acknowledged);

        // A smaller event takes the place of the one that did not fit, in this process and in the next.
        assertThat(journal.append(acknowledged, event(1, 0))).isTrue();
        assertThat(store.journal("r").append(acknowledged + 1, event(2, 0))).isTrue();
        assertThat(journal.read()).hasSize(acknowledged + 2);
    }

    @Test
    void leasesAndCheckpointsKeepWhatTheyHad() throws Exception {
        Instant at = Instant.EPOCH;
        Checkpoint checkpoint = new Checkpoint("p.t", "r1", "R", 1, Optional.empty(), Optional.empty(), at);
        Lease lease = store.leases().acquire(TARGET, "a", MINUTE).orElseThrow();
        store.checkpoints().advance(TARGET, checkpoint);
        Path filler = fill();

        assertFull(() -> store.leases().renew(lease, MINUTE.plusSeconds(1)));
        assertFull(() -> store.checkpoints()
                .advance(TARGET, new Checkpoint("p.t", "r2", "R", 2, Optional.empty(), Optional.empty(), at)));
        assertThat(store.leases().current(TARGET)).contains(lease);
        assertThat(store.checkpoints().read("p.t", TARGET)).contains(checkpoint);
        try (var files = Files.list(directory.resolve("state/leases"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsOnly(TARGET + ".json", TARGET + ".1.holder", "lock");
        }

        Files.delete(filler);
        assertThat(store.leases().renew(lease, MINUTE)).isPresent();
        // Closes the file that shows its holder to be alive, so that the disk can be taken away.
        store.leases().release(lease);
    }

    private static boolean appendFits(Journal journal, int version) {
        try {
            return journal.append(version, event(0, 60_000));
        } catch (DponeException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STATE_FAILED);
            assertThat(e).hasMessageStartingWith("Cannot append to ").hasMessageEndingWith(": No space left on device");
            assertThat(e.remedy()).startsWith("Free space on the file system of ");
            return false;
        }
    }

    private Path fill() throws IOException {
        Path filler = directory.resolve("filler");
        assertThatThrownBy(() -> {
                    try (OutputStream out = Files.newOutputStream(filler)) {
                        while (true) {
                            out.write(new byte[1024]);
                        }
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space left");
        return filler;
    }

    private static void assertFull(Runnable use) {
        assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_FAILED))
                .hasMessageStartingWith("Cannot write ")
                .hasMessageEndingWith(": No space left on device");
    }

    private static JournalEvent event(int number, int padding) {
        return new JournalEvent("e", Instant.EPOCH, Map.of("number", number, "pad", "x".repeat(padding)));
    }

    private static int run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return -1;
        }
    }
}
