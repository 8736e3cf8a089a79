package dev.dpone.evidence;

import static java.util.Objects.requireNonNull;

import dev.dpone.canonical.RunId;
import dev.dpone.digest.Sha256;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.files.DurableFiles;
import dev.dpone.files.IoFailure;
import java.io.IOException;
import java.nio.file.Path;

/** Keeps each run's evidence as {@code evidence.json} in a directory of its own. */
public final class EvidenceWriter {
    static final String FILE = "evidence.json";

    private final Path directory;

    /** @param directory the manifest's {@code evidence_dir}, created where missing */
    public EvidenceWriter(Path directory) {
        this.directory = requireNonNull(directory, "directory is null");
    }

    /**
     * Writes the document; on return it survives the machine. Evidence of the same run, as left by a crash before the
     * checkpoint, is replaced in one step. Throws {@code DPONE_EVIDENCE_FAILED} when it cannot be written.
     */
    public EvidenceFile write(Evidence evidence) {
        String runId = evidence.delivery().runId();
        byte[] json = EvidenceDocument.json(evidence);
        Path file = directory.resolve(new RunId(runId).fileName()).resolve(FILE);
        try {
            DurableFiles.createDirectories(requireNonNull(file.getParent()));
            DurableFiles.replace(file, json);
        } catch (IOException e) {
            IoFailure failure = IoFailure.of(e);
            throw new DponeException(
                    ErrorCode.EVIDENCE_FAILED,
                    "The target is published, but the evidence " + file + " cannot be written: " + failure.reason(),
                    remedy(failure) + ", then run again with --run-id " + runId
                            + ": the rows are not delivered again, evidence and checkpoint are.",
                    e);
        }
        return new EvidenceFile(file, Sha256.hexOf(json));
    }

    private static String remedy(IoFailure failure) {
        return switch (failure.kind()) {
            case SPACE -> "Free space on that file system";
            case PERMISSION -> "Give the user that runs dpone write permission there";
            case OTHER -> "Check the disk and the permissions there";
        };
    }
}
