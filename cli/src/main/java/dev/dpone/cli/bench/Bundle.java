package dev.dpone.cli.bench;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.benchmark.BundleWriter;
import dev.dpone.evidence.benchmark.Campaign;
import dev.dpone.evidence.benchmark.CorrectnessReceipt;
import dev.dpone.evidence.benchmark.Ref;
import dev.dpone.evidence.benchmark.RunEnvelope;
import dev.dpone.evidence.benchmark.Status;
import dev.dpone.evidence.observations.RunObservations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The folder that a benchmark leaves; {@code campaign.json} comes last, so that one that was killed has none. */
final class Bundle {
    private final BundleWriter writer;

    private Bundle(BundleWriter writer) {
        this.writer = writer;
    }

    /** Refuses a folder that has anything in it; changes nothing. */
    static void check(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw refused(folder + " is no directory");
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw refused(folder + " is not empty");
            }
        } catch (IOException e) {
            throw refused(folder + " cannot be read: " + e.getMessage());
        }
    }

    private static DponeException refused(String what) {
        return new DponeException(
                ErrorCode.USAGE_INVALID, what, "Name a directory in --output that does not exist, or an empty one.");
    }

    static Bundle create(Path folder) throws IOException {
        return new Bundle(new BundleWriter(folder));
    }

    Ref receipt(Cell cell, String id, CorrectnessReceipt receipt) throws IOException {
        return writer.write("receipts/" + cell.id() + "/" + id + ".json", receipt);
    }

    /** A copy of what the subject observed of itself. */
    Ref observations(Cell cell, String id, Path file, RunObservations observed) throws IOException {
        Status status = observed.limitations().isEmpty() ? Status.PASS : Status.UNVERIFIED;
        return writer.write("observations/" + cell.id() + "/" + id + ".json", Files.readAllBytes(file), status);
    }

    Ref envelope(Cell cell, RunEnvelope run) throws IOException {
        return writer.write("runs/" + cell.id() + ".json", run);
    }

    Path campaign(Campaign campaign) throws IOException {
        return writer.write(campaign);
    }
}
