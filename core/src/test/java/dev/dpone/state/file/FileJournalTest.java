package dev.dpone.state.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.limits.NativeChunkLimitsCodec;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJournalTest {
    private static final Instant AT = Instant.parse("2026-09-13T12:34:56.123456789Z");
    private static final String REMEDY = "Restore the file from a backup, or move the run's directory away and deliver"
            + " under a new run id. The commit receipt in the target tells whether the run was published.";

    @TempDir
    Path directory;

    private FileStateStore store;
    private Journal journal;
    private Path file;

    @BeforeEach
    void open() throws IOException {
        store = FileStateStore.open(directory.resolve("state"), Clock.systemUTC());
        journal = store.journal("run-1");
        file = directory.toRealPath().resolve("state/journal/run-1/events.jsonl");
    }

    @Test
    void isEmptyBeforeTheFirstEventAndLeavesNoTrace() {
        assertThat(journal.read()).isEmpty();
        assertThat(store.runs()).isEmpty();
        assertThat(file.getParent()).doesNotExist();
    }

    @Test
    void writesTheBytesOfVersionOne() throws IOException {
        journal.append(
                0,
                new JournalEvent(
                        "run_opened",
                        AT,
                        Map.of("limits", NativeChunkLimits.defaults().record(), "b", 1)));
        journal.append(1, new JournalEvent("publish_intended", AT, Map.of("note", "é\n", "none", Optional.empty())));
        try (var golden = FileJournalTest.class.getResourceAsStream("journal-v1.jsonl")) {
            assertThat(golden).isNotNull();
            assertThat(Files.readString(file)).isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void readsTheBytesOfVersionOneAndOnlyAddsToThem() throws IOException {
        byte[] golden;
        try (var resource = FileJournalTest.class.getResourceAsStream("journal-v1.jsonl")) {
            golden = Objects.requireNonNull(resource).readAllBytes();
        }
        Files.createDirectories(file.getParent());
        Files.write(file, golden);

        List<JournalEvent> events = journal.read();

        assertThat(events).extracting(JournalEvent::type).containsExactly("run_opened", "publish_intended");
        @SuppressWarnings("unchecked")
        Map<String, Object> limits = (Map<String, Object>)
                Objects.requireNonNull(events.get(0).data().get("limits"));
        assertThat(NativeChunkLimitsCodec.read(limits)).isEqualTo(NativeChunkLimits.defaults());
        assertThat(journal.append(2, event(2))).isTrue();
        assertThat(Files.readAllBytes(file)).startsWith(golden);
    }

    @Test
    void readsBackWhatItWasGiven() {
        Map<String, Object> data = Map.of(
                "long",
                Long.MIN_VALUE,
                "flag",
                true,
                "text",
                "\"\\\u0000é😀",
                "list",
                List.of(1L, List.of(), Map.of("k", "v")),
                "none",
                Optional.empty());
        assertThat(journal.append(0, new JournalEvent("a", AT, data))).isTrue();
        assertThat(store.journal("run-1").read()).containsExactly(new JournalEvent("a", AT, data));
    }

    @Test
    void intsComeBackAsLongsAndPresentOptionalsAsTheirContent() {
        journal.append(0, new JournalEvent("a", AT, Map.of("int", 1, "some", Optional.of("x"))));
        assertThat(journal.read()).containsExactly(new JournalEvent("a", AT, Map.of("int", 1L, "some", "x")));
    }

    @Test
    void limitsKeepTheirFieldsOrderThroughTheJournal() {
        NativeChunkLimits limits = NativeChunkLimits.defaults();
        journal.append(0, new JournalEvent("run_opened", AT, Map.of("limits", limits.record())));
        Object stored = Objects.requireNonNull(journal.read().get(0).data().get("limits"));
        assertThat(CanonicalJson.orderedText(stored)).isEqualTo(CanonicalJson.orderedText(limits.record()));
        @SuppressWarnings("unchecked")
        NativeChunkLimits read = NativeChunkLimitsCodec.read((Map<String, Object>) stored);
        assertThat(read).isEqualTo(limits);
    }

    @Test
    void appendsOnlyAtTheVersionTheCallerHasSeen() {
        assertThat(journal.append(0, event(0))).isTrue();
        Journal other = store.journal("run-1");
        assertThat(other.append(0, event(9))).isFalse();
        assertThat(other.append(1, event(1))).isTrue();
        assertThat(journal.append(1, event(9))).isFalse();
        assertThat(journal.append(2, event(2))).isTrue();
        assertThat(journal.read()).containsExactly(event(0), event(1), event(2));
    }

    @Test
    void filesArePrivate() throws IOException {
        journal.append(0, event(0));
        for (Path path : List.of(file, file.resolveSibling("lock"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
        }
        Path state = directory.toRealPath().resolve("state");
        for (Path path : List.of(state, state.resolve("journal"), state.resolve("journal/run-1"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    void runsAreListedByTheirIds() {
        for (String run : List.of("..", "a:b+c", ".x", "Z".repeat(128))) {
            assertThat(store.journal(run).append(0, event(0))).isTrue();
        }
        assertThat(store.runs()).containsExactlyInAnyOrder("..", "a:b+c", ".x", "Z".repeat(128));
        assertThat(directory.resolve("state/events.jsonl")).doesNotExist();
        assertThat(directory.resolve("state/journal/events.jsonl")).doesNotExist();
    }

    @Test
    void refusesRunIdsThatAreNone() {
        assertThatThrownBy(() -> store.journal("../x"))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RUN_ID_INVALID));
    }

    @Test
    void aTornAppendIsForgottenAndTheNextOneTakesItsPlace() throws IOException {
        journal.append(0, event(0));
        int intact = (int) Files.size(file);
        journal.append(1, event(1));
        byte[] bytes = Files.readAllBytes(file);
        // A prime step meets every kind of byte at a fifth of the syncs.
        for (int length = intact; length < bytes.length - 1; length += 5) {
            Files.write(file, Arrays.copyOf(bytes, length));
            Journal reopened = store.journal("run-1");
            assertThat(reopened.read()).containsExactly(event(0));
            assertThat(reopened.append(1, event(2))).isTrue();
            assertThat(store.journal("run-1").read()).containsExactly(event(0), event(2));
        }
    }

    @Test
    void aTornFirstAppendLeavesARunWithoutEvents() throws IOException {
        journal.append(0, event(0));
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length - 1; length += 5) {
            Files.write(file, Arrays.copyOf(bytes, length));
            Journal reopened = store.journal("run-1");
            assertThat(reopened.read()).isEmpty();
            assertThat(reopened.append(0, event(3))).isTrue();
            assertThat(store.journal("run-1").read()).containsExactly(event(3));
        }
    }

    @Test
    void aWholeLineThatLostOnlyItsBreakIsKept() throws IOException {
        journal.append(0, event(0));
        journal.append(1, event(1));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
        Journal reopened = store.journal("run-1");
        assertThat(reopened.read()).containsExactly(event(0), event(1));
        assertThat(reopened.append(2, event(2))).isTrue();
        assertThat(reopened.append(3, event(3))).isTrue();
        assertThat(store.journal("run-1").read()).containsExactly(event(0), event(1), event(2), event(3));
    }

    @Test
    void aTailOfZerosAsSomeFileSystemsLeaveItIsForgotten() throws IOException {
        journal.append(0, event(0));
        Files.write(file, new byte[5_000], StandardOpenOption.APPEND);
        assertThat(journal.append(1, event(1))).isTrue();
        assertThat(store.journal("run-1").read()).containsExactly(event(0), event(1));
    }

    @Test
    void refusesEveryChangedByteOfAcknowledgedLines() throws IOException {
        journal.append(0, event(0));
        journal.append(1, event(1));
        byte[] bytes = Files.readAllBytes(file);
        for (int at = 0; at < bytes.length - 1; at++) {
            byte[] changed = bytes.clone();
            changed[at] ^= 1;
            Files.write(file, changed);
            Journal reopened = store.journal("run-1");
            assertUnreadable(reopened::read);
            assertUnreadable(() -> reopened.append(2, event(2)));
        }
    }

    @Test
    void refusesLinesMissingSwappedOrRepeated() throws IOException {
        for (int i = 0; i < 3; i++) {
            journal.append(i, event(i));
        }
        List<String> lines = Files.readAllLines(file);
        assertReads(List.of(lines.get(0), lines.get(2), lines.get(3)), "line 2: its seq must be 1, but is 2");
        assertReads(List.of(lines.get(0), lines.get(2), lines.get(1)), "line 2: its seq must be 1, but is 2");
        assertReads(List.of(lines.get(0), lines.get(1), lines.get(1)), "line 3: its seq must be 2, but is 1");
        assertReads(lines.subList(1, 4), "line 1: its format must be dpone.journal, but is null");
        assertReads(List.of(lines.get(0), "", lines.get(1)), "line 2: it does not end in the hash of its own content");
    }

    @Test
    void refusesAnEventLinkedToAnotherHistory() throws IOException {
        journal.append(0, event(0));
        journal.append(1, event(1));
        List<String> lines = Files.readAllLines(file);
        Journal other = store.journal("other");
        other.append(0, event(7));
        other.append(1, event(1));
        Path otherFile = file.resolveSibling("../other/events.jsonl");
        String foreign = Files.readAllLines(otherFile).get(2);
        assertReads(
                List.of(lines.get(0), lines.get(1), foreign), "line 3: it does not carry the hash of the line before");
    }

    @Test
    void refusesTheJournalOfAnotherRun() throws IOException {
        store.journal("other").append(0, event(0));
        Files.createDirectories(file.getParent());
        Files.copy(file.resolveSibling("../other/events.jsonl"), file);
        assertThatThrownBy(journal::read)
                .hasMessage(file + ": line 1: run_id must be run-1, but is other")
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
                    assertThat(e.remedy()).isEqualTo(REMEDY);
                });
    }

    @Test
    void refusesVersionsItDoesNotKnowAndLeavesThemAlone() throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"format\":\"dpone.journal\",\"version\":2,\"sealed\":\"otherwise\"}\n");
        for (Runnable use : List.<Runnable>of(journal::read, () -> journal.append(0, event(0)))) {
            assertThatThrownBy(use::run)
                    .hasMessage(file + ": line 1: its version of dpone.journal must be 1, but is 2")
                    .isInstanceOfSatisfying(DponeException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE);
                        assertThat(e.remedy()).isEqualTo("Use the dpone version that wrote it. It was left as it is.");
                    });
        }
        assertThat(file).content().endsWith("\"otherwise\"}\n");
    }

    @Test
    void noticesAcknowledgedEventsThatAreGone() throws IOException {
        journal.append(0, event(0));
        long one = Files.size(file);
        journal.append(1, event(1));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, (int) one));
        assertThatThrownBy(() -> journal.append(2, event(2)))
                .hasMessage(file + ": it was " + bytes.length + " bytes long, but is " + one);
        assertThatThrownBy(() -> store.journal("run-1").append(2, event(2)))
                .hasMessage(file + ": it has 1 events, but had 2");
        Files.delete(file);
        assertThatThrownBy(() -> journal.append(2, event(2)))
                .hasMessage(file + ": it was " + bytes.length + " bytes long, but is 0");
    }

    @Test
    void noticesAFileThatWasReplacedByAnotherOfTheSameLength() throws IOException {
        journal.append(0, event(0));
        Journal other = store.journal("run-2");
        other.append(0, event(1));
        Files.copy(
                file.resolveSibling("../run-2/events.jsonl"), file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(() -> journal.append(1, event(2))).hasMessage(file + ": line 2 was changed");
    }

    @Test
    void refusesLinksAndDirectoriesInItsPlace() throws IOException {
        Files.createDirectories(file.getParent());
        Path elsewhere = Files.createFile(directory.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);
        assertThatThrownBy(() -> journal.append(0, event(0))).hasMessage(file + ": it is not a regular file");
        assertThat(elsewhere).isEmptyFile();
        Files.delete(file);
        Files.createDirectory(file);
        assertThatThrownBy(journal::read).hasMessage(file + ": it is not a regular file");
    }

    @Test
    void refusesLinesWithoutEnd() throws IOException {
        Files.createDirectories(file.getParent());
        byte[] megabyte = new byte[1 << 20];
        for (int i = 0; i < 17; i++) {
            Files.write(file, megabyte, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        assertThatThrownBy(journal::read).hasMessage(file + ": line 1 is longer than 16777216 bytes");
    }

    @Test
    void refusesEventsItCouldNotReadBack() {
        assertThatThrownBy(() -> journal.append(0, new JournalEvent("a", AT, Map.of("x", 1.5))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> journal.append(0, new JournalEvent("a", AT, Map.of("x", "\ud800"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> journal.append(0, new JournalEvent("a", AT, Map.of("x", "x".repeat(16 << 20)))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("An event must be at most 16777216 bytes long");
        assertThat(journal.read()).isEmpty();
        assertThat(journal.append(0, event(0))).isTrue();
    }

    @Test
    void anInterruptedThreadAppendsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        assertThat(journal.append(0, event(0))).isTrue();
        assertThat(journal.read()).hasSize(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    private void assertReads(List<String> lines, String problem) throws IOException {
        Files.writeString(file, String.join("\n", lines) + "\n");
        assertThatThrownBy(() -> store.journal("run-1").read()).hasMessage(file + ": " + problem);
    }

    private void assertUnreadable(Runnable use) {
        assertThatThrownBy(use::run)
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_UNREADABLE))
                .hasMessageStartingWith(file + ": line ");
    }

    private static JournalEvent event(int number) {
        return new JournalEvent("event", AT, Map.of("number", (long) number));
    }
}
