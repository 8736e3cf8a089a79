package dev.dpone.faults;

import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.Stages;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** An import that gets its file through a pipe and has to wait in the middle of it, with its transaction open. */
final class HalfSent {
    private HalfSent() {}

    /** @param middle done when the first half is on its way */
    static ChunkReceipt importFile(Stages stages, SealedFile file, StageAttempt attempt, Runnable middle) {
        try {
            byte[] bytes = Files.readAllBytes(file.path());
            Path pipe = Path.of("half-" + attempt.table()).toAbsolutePath();
            if (new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() != 0) {
                throw new IllegalStateException("Cannot make the pipe " + pipe);
            }
            Thread feeder = new Thread(() -> feed(pipe, bytes, middle), "half-" + file.ordinal());
            feeder.setDaemon(true);
            feeder.start();
            SealedFile piped = new SealedFile(
                    file.ordinal(),
                    pipe,
                    file.rows(),
                    file.encodedBytes(),
                    file.fileBytes(),
                    file.sha256(),
                    file.sum());
            try {
                return stages.importFile(piped, attempt);
            } finally {
                Files.delete(pipe);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }

    private static void feed(Path pipe, byte[] bytes, Runnable middle) {
        int half = bytes.length / 2;
        try (OutputStream out = Files.newOutputStream(pipe)) {
            out.write(Arrays.copyOf(bytes, half));
            out.flush();
            middle.run();
            out.write(Arrays.copyOfRange(bytes, half, bytes.length));
        } catch (IOException e) {
            // The importer has closed its end: it has failed, and says why itself.
        }
    }
}
