package dev.dpone.evidence.benchmark;

import static java.util.Objects.requireNonNull;

import dev.dpone.files.DurableFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a bundle file by file; each survives the machine on return, and none that is there is ever replaced. The campaign comes
 * last: a folder without {@value #CAMPAIGN} is no bundle.
 */
public final class BundleWriter {
    public static final String CAMPAIGN = "campaign.json";

    private final Path folder;

    /** @param folder created where missing */
    public BundleWriter(Path folder) throws IOException {
        DurableFiles.createDirectories(folder);
        this.folder = folder.toRealPath();
    }

    /** Writes the receipt below {@code path}, which {@link Ref} describes; throws {@link FileAlreadyExistsException}. */
    public Ref write(String path, CorrectnessReceipt receipt) throws IOException {
        return write(path, CorrectnessDocument.json(receipt), receipt.status());
    }

    public Ref write(String path, RunEnvelope run) throws IOException {
        return write(path, RunEnvelopeDocument.json(run), run.status());
    }

    /** Writes any other file that a document is to name. */
    public Ref write(String path, byte[] content, Status status) throws IOException {
        Ref ref = Ref.of(path, content, status);
        Path file = folder.resolve(path);
        DurableFiles.createDirectories(requireNonNull(file.getParent()));
        DurableFiles.create(file, content);
        return ref;
    }

    /** Completes the bundle and returns the campaign's file. */
    public Path write(Campaign campaign) throws IOException {
        for (Ref run : campaign.runs()) {
            if (!Files.isRegularFile(folder.resolve(run.path()))) {
                throw new IllegalArgumentException("The campaign names " + run.path() + ", which was not written");
            }
        }
        Path file = folder.resolve(CAMPAIGN);
        DurableFiles.create(file, CampaignDocument.json(campaign));
        return file;
    }
}
