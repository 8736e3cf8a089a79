package dev.dpone.cli;

import dev.dpone.delivery.RunHistory;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import dev.dpone.plan.Interval;
import dev.dpone.state.Lease;
import dev.dpone.state.StateStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A run that the state store of one of the manifest's pipelines knows.
 *
 * @param lease who works on its target now
 */
record KnownRun(Pipeline pipeline, RunHistory history, Optional<Lease> lease) {

    /** The runs of these pipelines, the newest first. Each store is opened once. */
    static List<KnownRun> all(List<Pipeline> pipelines, States states) {
        Map<String, Map<String, Pipeline>> byStore = new LinkedHashMap<>();
        for (Pipeline pipeline : pipelines) {
            byStore.computeIfAbsent(States.describe(pipeline), store -> new LinkedHashMap<>())
                    .put(pipeline.id(), pipeline);
        }
        List<KnownRun> known = new ArrayList<>();
        for (Map<String, Pipeline> byId : byStore.values()) {
            try (StateStore state = states.open(byId.values().iterator().next())) {
                for (String run : state.runs()) {
                    RunHistory.of(run, state.journal(run).read())
                            .filter(history -> byId.containsKey(history.pipeline()))
                            .map(history -> of(history, byId, state))
                            .ifPresent(known::add);
                }
            }
        }
        known.sort((a, b) -> b.history().openedAt().compareTo(a.history().openedAt()));
        return known;
    }

    private static KnownRun of(RunHistory history, Map<String, Pipeline> byId, StateStore state) {
        return new KnownRun(
                Objects.requireNonNull(byId.get(history.pipeline())),
                history,
                state.leases().current(history.targetIdentity()));
    }

    /** The run of this id, or {@code DPONE_RUN_UNKNOWN}. */
    static KnownRun find(List<Pipeline> pipelines, String runId, States states) {
        return all(pipelines, states).stream()
                .filter(run -> run.history().runId().equals(runId))
                .findFirst()
                .orElseThrow(
                        () -> new DponeException(
                                ErrorCode.RUN_UNKNOWN,
                                "No run " + runId + " of the selected pipelines is known to their state store",
                                "See 'dpone runs' for those that are; check state and runtime.storage.state_dir in the manifest."));
    }

    /** Whether a process works on it now, as far as its lease tells. */
    boolean running() {
        return lease.filter(held -> held.runId().equals(history.runId())).isPresent();
    }

    /** Whether something is left to do about it. */
    boolean unfinished() {
        return !history.state().actions().isEmpty();
    }

    /** What a rerun would be given: the window it was opened for. */
    Interval interval() {
        return history.plan()
                .flatMap(plan -> plan.window())
                .map(window -> new Interval(Optional.of(window.from()), Optional.of(window.to())))
                .orElse(Interval.NONE);
    }

    /** For results. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run_id", history.runId());
        fields.put("pipeline", history.pipeline());
        fields.put("state", history.state().id());
        fields.put("running", running());
        fields.put("table", history.table());
        fields.put("opened_at", history.openedAt().toString());
        fields.put("last_event_at", history.lastEventAt().toString());
        history.rows().ifPresent(rows -> fields.put("rows", rows));
        history.failure().ifPresent(code -> fields.put("failure", code));
        fields.put("actions", running() ? List.of() : history.state().actions());
        return fields;
    }
}
