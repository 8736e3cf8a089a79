package dev.dpone.delivery;

import dev.dpone.canonical.CanonicalJson;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.state.JournalEvent;
import java.util.List;
import java.util.Optional;

/** What a run id stands for cannot change: its pipeline, plan, limits and target are those of its first try. */
final class RunGuard {
    private RunGuard() {}

    /** Throws {@code DPONE_RUN_CHANGED} with both values when the journal opened this run for something else. */
    static void check(RunJournal journal, DeliveryRequest request, String targetIdentity) {
        Optional<JournalEvent> opened = journal.last(RunEvent.RUN_OPENED);
        if (opened.isEmpty()) {
            return;
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
