package dev.dpone.delivery;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.JournalEvent;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a run id stands for cannot change: its pipeline, plan, limits and target are those of its first try. */
final class RunGuard {
    private RunGuard() {}

    /** Throws {@code DPONE_RUN_CHANGED} with both values when the journal opened this run for something else. */
    static void check(RunJournal journal, DeliveryRequest request, String targetIdentity) {
        Optional<JournalEvent> opened = journal.last(RunEvent.RUN_OPENED);
        if (opened.isEmpty()) {
            return;
        }
        if (journal.state() == RunState.ABANDONED) {
            throw new DponeException(
                    ErrorCode.RUN_ABANDONED,
                    "Run " + request.runId() + " was abandoned",
                    "Start a new run with another --run-id, or with none.");
        }
        require(opened.get(), "pipeline", request.pipeline(), request, "pipeline");
        require(opened.get(), "target_identity", targetIdentity, request, "target");
        require(opened.get(), "plan_fingerprint", request.planFingerprint(), request, "manifest or source schema");
        String recorded = CanonicalJson.text(opened.get().data().getOrDefault("limits", List.of()));
        String now = CanonicalJson.text(request.limits().record());
        if (!recorded.equals(now)) {
            throw changed(request, "limits", recorded, now);
        }
    }

    /** Before a run is read again: the source still has the columns that its plan was made of. */
    static void checkSchema(DeliveryRequest request, List<SourceColumn> now) {
        String recorded = spelled(request.originColumns());
        if (!recorded.equals(spelled(now))) {
            throw changed(request, "source schema", recorded, spelled(now));
        }
    }

    private static String spelled(List<SourceColumn> columns) {
        return columns.stream()
                .map(column -> column.name() + " " + column.spelling())
                .collect(Collectors.joining(", "));
    }

    private static void require(JournalEvent opened, String key, String now, DeliveryRequest request, String what) {
        String recorded = String.valueOf(opened.data().get(key));
        if (!recorded.equals(now)) {
            throw changed(request, what, recorded, now);
        }
    }

    private static DponeException changed(DeliveryRequest request, String what, String recorded, String now) {
        return new DponeException(
                ErrorCode.RUN_CHANGED,
                "Run " + request.runId() + " was opened with another " + what + ": recorded " + recorded + ", now "
                        + now,
                "Restore the " + what + " to complete that run, or start a new one with another --run-id.");
    }
}
