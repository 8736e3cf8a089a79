package dev.dpone.delivery;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.limits.NativeChunkLimits;
import dev.dpone.limits.NativeChunkLimitsCodec;
import dev.dpone.spi.TableRef;
import dev.dpone.state.JournalEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a run's journal tells of it, for people and for the commands that recover it. */
public final class RunHistory {
    /** Failures after which nobody has asked the target for the receipt. */
    private static final Set<ErrorCode> NOT_ASKED = Set.of(
            ErrorCode.TARGET_UNREACHABLE,
            ErrorCode.TARGET_TLS,
            ErrorCode.TARGET_CONNECTION_LOST,
            ErrorCode.TARGET_REFUSED,
            ErrorCode.TARGET_FAILED);

    private final String runId;
    private final List<JournalEvent> events;

    private RunHistory(String runId, List<JournalEvent> events) {
        this.runId = runId;
        this.events = List.copyOf(events);
    }

    /** The history that these events tell; empty when the run was never opened. */
    public static Optional<RunHistory> of(String runId, List<JournalEvent> events) {
        RunHistory history = new RunHistory(runId, events);
        return history.last(RunEvent.RUN_OPENED).isPresent() ? Optional.of(history) : Optional.empty();
    }

    public String runId() {
        return runId;
    }

    /** Every event, oldest first. */
    public List<JournalEvent> events() {
        return events;
    }

    public RunState state() {
        RunState state = RunState.STAGING;
        for (JournalEvent event : events) {
            state = RunEvent.of(event.type()).map(state::after).orElse(state);
        }
        return state;
    }

    /**
     * Whether a publication was intended, and no process has found out since what became of it. A later try records what it
     * found before it goes on.
     */
    public boolean outcomeUnknown() {
        return events.get(events.size() - 1).type().equals(RunEvent.PUBLISH_INTENDED.type());
    }

    /** The failure of a try, as users have to read it: while the target can't be asked, an unknown outcome stays unknown. */
    public DponeException explain(DponeException failure) {
        if (!outcomeUnknown() || !NOT_ASKED.contains(failure.code())) {
            return failure;
        }
        return new DponeException(
                ErrorCode.PUBLICATION_UNKNOWN,
                "Whether run " + runId + " was published is still unknown: " + failure.getMessage(),
                failure.remedy() + " Then repeat this command: it looks for the receipt first. Nothing was cleaned up.",
                failure);
    }

    /** The manifest's pipeline, {@code schema.table}. */
    public String pipeline() {
        return RunRecords.text(opened(), "pipeline");
    }

    public String targetIdentity() {
        return RunRecords.text(opened(), "target_identity");
    }

    public String operationKey() {
        return RunRecords.text(opened(), "operation_key");
    }

    public String planFingerprint() {
        return RunRecords.text(opened(), "plan_fingerprint");
    }

    /** The published table, as the journal names it. */
    public String table() {
        return RunRecords.text(opened(), "table");
    }

    /** The limits it was opened with. */
    public NativeChunkLimits limits() {
        Map<String, Object> record = RunRecords.object(RunRecords.value(opened(), "limits"));
        return NativeChunkLimitsCodec.read(record);
    }

    /** Its evidence file with the hash it was written with, once there is one. */
    public Optional<EvidenceSink.Written> evidence() {
        return last(RunEvent.EVIDENCE_WRITTEN).map(event -> RunRecords.readEvidence(event.data()));
    }

    /** Whether this is the table the run was opened for. */
    public boolean isFor(TableRef table) {
        return table.toString().equals(table());
    }

    /** When it was last opened. */
    public Instant openedAt() {
        return last(RunEvent.RUN_OPENED).orElseThrow().at();
    }

    /** When its journal was last written to. */
    public Instant lastEventAt() {
        return events.get(events.size() - 1).at();
    }

    /** Rows in verified stages, once the source was read to its end. */
    public Optional<Long> rows() {
        return last(RunEvent.STAGE_COMPLETE).map(event -> RunRecords.number(event.data(), "rows"));
    }

    /** The code of the newest failure. */
    public Optional<String> failure() {
        Optional<JournalEvent> failed = last(RunEvent.RUN_FAILED);
        Optional<JournalEvent> newest = failed.isPresent() ? failed : last(RunEvent.RUN_INTERRUPTED);
        return newest.map(event -> RunRecords.text(event.data(), "code"));
    }

    /** The plan it was opened with; empty for a journal of a version that did not keep it. */
    public Optional<RecordedPlan> plan() {
        return Optional.ofNullable(opened().get("plan")).map(plan -> RecordedPlan.of(RunRecords.object(plan)));
    }

    /** Names of the staging tables its processes made or were about to make. */
    public List<String> stagingTables() {
        List<String> tables = new ArrayList<>();
        for (JournalEvent event : events) {
            if (event.type().equals(RunEvent.ATTEMPT_INTENDED.type())) {
                tables.add(RunRecords.readAttempt(event.data()).table());
            } else if (event.type().equals(RunEvent.PREPARED.type())) {
                tables.add(RunRecords.readPrepared(event.data()).table());
            }
        }
        return tables;
    }

    /** Names of the spool folders its processes made or were about to make. */
    public List<String> spoolFolders() {
        return events.stream()
                .filter(event -> event.type().equals(RunEvent.RUN_OPENED.type()))
                .map(event -> StageNames.spool(operationKey(), RunRecords.readEpoch(event.data())))
                .toList();
    }

    private Map<String, Object> opened() {
        return last(RunEvent.RUN_OPENED).orElseThrow().data();
    }

    private Optional<JournalEvent> last(RunEvent event) {
        for (int i = events.size() - 1; i >= 0; i--) {
            if (events.get(i).type().equals(event.type())) {
                return Optional.of(events.get(i));
            }
        }
        return Optional.empty();
    }
}
