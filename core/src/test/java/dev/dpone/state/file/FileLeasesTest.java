package dev.dpone.state.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.Lease;
import dev.dpone.state.Leases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileLeasesTest {
    private static final String TARGET = "ab".repeat(32);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final MovableClock clock = new MovableClock();
    private Leases leases;
    private Path file;

    @BeforeEach
    void open() throws IOException {
        leases = FileStateStore.open(directory, clock).leases();
        file = directory.toRealPath().resolve("leases").resolve(TARGET + ".json");
    }

    @Test
    void aFreeTargetIsLeasedAndAHeldOneIsNot() {
        Lease lease = leases.acquire(TARGET, "a", MINUTE).orElseThrow();
        assertThat(lease).isEqualTo(new Lease(TARGET, "a", 1, clock.instant().plus(MINUTE)));
        assertThat(leases.acquire(TARGET, "b", MINUTE)).isEmpty();
        assertThat(leases.current(TARGET)).contains(lease);
        assertThat(leases.acquire("cd".repeat(32), "b", MINUTE)).isPresent();
    }

    @Test
    void theSameOwnerTakesItAgainUnderTheNextEpoch() {
        Lease first = leases.acquire(TARGET, "a", MINUTE).orElseThrow();
        Lease second = leases.acquire(TARGET, "a", MINUTE).orElseThrow();
        assertThat(second.epoch()).isEqualTo(2);
        assertThat(leases.renew(first, MINUTE)).isEmpty();
        leases.release(first);
        assertThat(leases.current(TARGET)).contains(second);
    }

    @Test
    void expiresAtItsInstantAndIsNeverResurrected() {
        Lease lease = leases.acquire(TARGET, "a", MINUTE).orElseThrow();
        clock.move(MINUTE.minusNanos(1));
        assertThat(leases.acquire(TARGET, "b", MINUTE)).isEmpty();
        clock.move(Duration.ofNanos(1));
        assertThat(leases.current(TARGET)).isEmpty();
        assertThat(leases.renew(lease, MINUTE)).isEmpty();
        assertThat(leases.acquire(TARGET, "b", MINUTE)).map(Lease::epoch).contains(2L);
        assertThat(leases.renew(lease, MINUTE)).isEmpty();
    }

    @Test
    void renewalsKeepTheEpochAndMoveTheExpiry() {
        Lease lease = leases.acquire(TARGET, "a", MINUTE).orElseThrow();
        clock.move(Duration.ofSeconds(59));
        Lease renewed = leases.renew(lease, MINUTE).orElseThrow();
        assertThat(renewed).isEqualTo(new Lease(TARGET, "a", 1, clock.instant().plus(MINUTE)));
        clock.move(Duration.ofSeconds(59));
        // The first handle is still the same lease.
        assertThat(leases.renew(lease, MINUTE)).isPresent();
    }

    @Test
    void releasingFreesTheTargetAndKeepsTheEpoch() {
        Lease lease = leases.acquire(TARGET, "a", MINUTE).orElseThrow();
        leases.release(lease);
        assertThat(leases.current(TARGET)).isEmpty();
        assertThat(leases.renew(lease, MINUTE)).isEmpty();
        leases.release(lease);
        assertThat(leases.acquire(TARGET, "b", MINUTE)).map(Lease::epoch).contains(2L);
        leases.release(lease);
        assertThat(leases.current(TARGET)).map(Lease::owner).contains("b");
    }

    @Test
    void releasingAnUnknownLeaseHasNoEffect() {
        leases.release(new Lease(TARGET, "a", 1, clock.instant()));
        assertThat(file).doesNotExist();
    }

    @Test
    void aClockSetBackNeverShortensAnothersLease() {
        assertThat(leases.acquire(TARGET, "a", MINUTE)).isPresent();
        clock.move(Duration.ofDays(-365));
        assertThat(leases.acquire(TARGET, "b", MINUTE)).isEmpty();
        clock.move(Duration.ofDays(366));
        assertThat(leases.acquire(TARGET, "b", MINUTE)).map(Lease::epoch).contains(2L);
    }

    @Test
    void aClockThatJumpsForthEndsTheLeaseForBothSides() {
        Lease lease = leases.acquire(TARGET, "a", MINUTE).orElseThrow();
        clock.move(Duration.ofDays(1));
        Lease taken = leases.acquire(TARGET, "b", MINUTE).orElseThrow();
        clock.move(Duration.ofDays(-1));
        assertThat(leases.renew(lease, MINUTE)).isEmpty();
        assertThat(leases.renew(taken, MINUTE)).isPresent();
    }

    @Test
    void survivesReopening() throws IOException {
        leases.acquire(TARGET, "a", MINUTE);
        assertThat(FileStateStore.open(directory, clock).leases().acquire(TARGET, "b", MINUTE))
                .isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void writesTheBytesOfVersionOne() throws IOException {
        leases.acquire(TARGET, "host/1 \"x\"", MINUTE);
        assertThat(Files.readString(file))
                .isEqualTo("{\"format\":\"dpone.lease\",\"version\":1,\"target\":\"" + TARGET
                        + "\",\"owner\":\"host/1 \\\"x\\\"\",\"epoch\":1,\"expires\":\"2026-09-13T12:01:00Z\","
                        + "\"released\":false,\"self\":"
                        + "\"c96bf3389d956dabf62df93a4286e5bbe2672afc3761dd4a16219166db418a5c\"}\n");
    }

    @Test
    void refusesChangedForeignAndNewerFiles() throws IOException {
        leases.acquire(TARGET, "a", MINUTE);
        String written = Files.readString(file);
        assertRefused(written.replace("\"epoch\":1", "\"epoch\":0"), "its content does not have the hash it ends in");
        assertRefused(written.replace("\n", ""), "its last line has no end");
        assertRefused("", "its last line has no end");
        assertRefused("[]\n", "not a JSON object");
        assertRefused("{\"format\":\"x\"}\n", "its format must be dpone.lease, but is x");
        assertRefused("x".repeat((1 << 20) + 1), "it is longer than 1048576 bytes");
        assertRefused("{\"format\":\"dpone.lease\",\"version\":2}\n", "its version of dpone.lease must be 1, but is 2");
        assertRefused("{\"format\":\"dpone.lease\",\"version\":1}\n", "it does not end in the hash of its own content");
        Path other = file.resolveSibling("cd.json");
        Files.writeString(other, written);
        assertThatThrownBy(() -> leases.current("cd")).hasMessage(other + ": target must be cd, but is " + TARGET);
    }

    @Test
    void refusesTargetsThatAreNoFileNamesAndLeasesThatDoNotLast() {
        assertThatThrownBy(() -> leases.acquire("../x", "a", MINUTE)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> leases.acquire(TARGET, "a", Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A lease must last, but was given PT0S");
    }

    private void assertRefused(String content, String problem) throws IOException {
        Files.writeString(file, content);
        for (Runnable use : java.util.List.<Runnable>of(
                () -> leases.current(TARGET),
                () -> leases.acquire(TARGET, "b", MINUTE),
                () -> leases.release(new Lease(TARGET, "a", 1, clock.instant())))) {
            assertThatThrownBy(use::run)
                    .hasMessage(file + ": " + problem)
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
                        assertThat(e.remedy()).isNotEmpty();
                    });
        }
        assertThat(Files.readString(file)).isEqualTo(content);
    }
}
