package dev.dpone.evidence.benchmark;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.files.DurableFiles;
import dev.dpone.files.IoFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** Where a comparison is kept: never over what it was made from, and over nothing else unless asked to. */
public final class ResultFile {
    private final Path file;
    private final boolean overwrite;

    /** @param overwrite whether a regular file of that name is replaced */
    public ResultFile(Path file, boolean overwrite) {
        this.file = file;
        this.overwrite = overwrite;
    }

    /**
     * Writes in one step; on return it survives the machine. Throws {@code DPONE_OUTPUT_EXISTS}, {@code DPONE_OUTPUT_IS_EVIDENCE}
     * or {@code DPONE_OUTPUT_FAILED}, and leaves everything as it is then.
     */
    public void write(byte[] content, List<Bundle> evidence) {
        try {
            refuseEvidence(evidence);
            if (overwrite && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                DurableFiles.replace(file, content);
            } else {
                DurableFiles.create(file, content);
            }
        } catch (FileAlreadyExistsException e) {
            throw exists(e);
        } catch (IOException e) {
            throw new DponeException(
                    ErrorCode.OUTPUT_FAILED,
                    "The result " + file + " cannot be written: "
                            + IoFailure.of(e).reason(),
                    "Name a file in a directory that exists, that you may write to, and that has hard links.",
                    e);
        }
    }

    private DponeException exists(FileAlreadyExistsException e) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? new DponeException(
                        ErrorCode.OUTPUT_EXISTS,
                        "The output " + file + " exists",
                        "Name another file, or give --overwrite.",
                        e)
                : new DponeException(
                        ErrorCode.OUTPUT_EXISTS,
                        "The output " + file + " exists and is no regular file",
                        "Name another file.",
                        e);
    }

    /** Names are no help here: links make two of one file. */
    private void refuseEvidence(List<Bundle> evidence) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        for (Path kept :
                evidence.stream().flatMap(bundle -> bundle.files().stream()).toList()) {
            if (Files.isSameFile(file, kept)) {
                throw new DponeException(
                        ErrorCode.OUTPUT_IS_EVIDENCE,
                        "The output " + file + " is the file " + kept + " of a bundle that is compared",
                        "Name another file: evidence is never replaced.");
            }
        }
    }
}
