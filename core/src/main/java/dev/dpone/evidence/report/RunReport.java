package dev.dpone.evidence.report;

import dev.dpone.delivery.EvidenceSink;
import dev.dpone.delivery.RecordedPlan;
import dev.dpone.delivery.RunHistory;
import dev.dpone.delivery.RunState;
import dev.dpone.digest.Sha256;
import dev.dpone.evidence.StoredJson;
import dev.dpone.evidence.observations.ObservationFiles;
import dev.dpone.evidence.observations.RunObservations;
import dev.dpone.limits.NativeChunkLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All that is known of a run, as its journal, its evidence and its observations tell it.
 *
 * @param plan empty for a journal of a version that did not keep it
 * @param evidence the document; empty when there is none, or none that can be read
 * @param problems what could not be read, each a sentence or a file with its reason
 */
public record RunReport(
        String runId,
        String pipeline,
        String table,
        RunState state,
        Optional<String> failure,
        Instant openedAt,
        NativeChunkLimits limits,
        Optional<RecordedPlan> plan,
        List<RunObservations> observations,
        Optional<StoredJson> evidence,
        List<String> problems) {
    private static final long MOST_EVIDENCE = 256L << 20;

    public RunReport {
        observations = List.copyOf(observations);
        problems = List.copyOf(problems);
    }

    /** Reads what is stored of a run. Files that cannot be read become problems. */
    public static RunReport of(RunHistory history, Path evidenceDir) {
        ObservationFiles.Stored stored = new ObservationFiles(evidenceDir, history.runId()).read();
        List<String> problems = new ArrayList<>(stored.problems());
        Optional<StoredJson> evidence = history.evidence().flatMap(written -> evidence(written, problems));
        return new RunReport(
                history.runId(),
                history.pipeline(),
                history.table(),
                history.state(),
                history.failure(),
                history.openedAt(),
                history.limits(),
                history.plan(),
                stored.observations(),
                evidence,
                problems);
    }

    private static Optional<StoredJson> evidence(EvidenceSink.Written written, List<String> problems) {
        try {
            if (Files.size(written.path()) > MOST_EVIDENCE) {
                throw new IOException("larger than a report can take");
            }
            byte[] json = Files.readAllBytes(written.path());
            if (!Sha256.hexOf(json).equals(written.sha256())) {
                problems.add("The evidence file is not the one that was written: its SHA-256 must be "
                        + written.sha256() + ". It is left out.");
                return Optional.empty();
            }
            return Optional.of(StoredJson.read(json));
        } catch (IOException | IllegalArgumentException e) {
            problems.add(written.path() + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The process whose work is the picture: the last one that had a pipeline, or else the last. */
    Optional<RunObservations> main() {
        Optional<RunObservations> found = Optional.empty();
        for (RunObservations run : observations) {
            boolean staged = run.staging().isPresent();
            if (staged || found.flatMap(RunObservations::staging).isEmpty()) {
                found = Optional.of(run);
            }
        }
        return found;
    }
}
