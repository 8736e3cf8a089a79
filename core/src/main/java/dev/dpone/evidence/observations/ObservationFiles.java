package dev.dpone.evidence.observations;

import static java.util.Objects.requireNonNull;

import dev.dpone.canonical.RunId;
import dev.dpone.files.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps observations beside a run's evidence: {@code observations-1.json} of its first process, {@code observations-2.json} of
 * the next. Files that are missing, damaged or forged change no more than what a report shows.
 */
public final class ObservationFiles {
    private static final Pattern NAME = Pattern.compile("observations-([1-9]\\d{0,5})\\.json");
    private static final long MOST_BYTES = 16L << 20;

    private final Path directory;

    /** @param evidenceDir the manifest's {@code evidence_dir} */
    public ObservationFiles(Path evidenceDir, String runId) {
        this.directory = evidenceDir.resolve(new RunId(runId).fileName());
    }

    /**
     * What is stored of a run.
     *
     * @param observations by process, the first first
     * @param problems files that could not be read, each with its reason
     */
    public record Stored(List<RunObservations> observations, List<String> problems) {
        public Stored {
            observations = List.copyOf(observations);
            problems = List.copyOf(problems);
        }
    }

    /** Writes the next file; on return it survives the machine. */
    public Path write(RunObservations observations) throws IOException {
        DurableFiles.createDirectories(directory);
        int next = 1;
        for (Path file : files()) {
            next = Math.max(next, number(file).orElse(0) + 1);
        }
        Path file = directory.resolve("observations-" + next + ".json");
        DurableFiles.replace(file, ObservationsDocument.json(observations));
        return file;
    }

    /** Reads what there is. */
    public Stored read() {
        List<RunObservations> observations = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try {
            for (Path file : files()) {
                try {
                    observations.add(read(file));
                } catch (IOException | IllegalArgumentException e) {
                    problems.add(requireNonNull(file.getFileName()) + ": " + e.getMessage());
                }
            }
        } catch (IOException e) {
            problems.add(directory + ": " + e.getMessage());
        }
        return new Stored(observations, problems);
    }

    private static RunObservations read(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException("larger than any that dpone writes");
        }
        return ObservationsReader.read(Files.readAllBytes(file));
    }

    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "observations-*.json")) {
                for (Path file : all) {
                    if (number(file).isPresent()) {
                        files.add(file);
                    }
                }
            }
        }
        files.sort(Comparator.comparingInt(file -> number(file).orElse(0)));
        return files;
    }

    private static OptionalInt number(Path file) {
        Matcher name = NAME.matcher(requireNonNull(file.getFileName()).toString());
        return name.matches() ? OptionalInt.of(Integer.parseInt(name.group(1))) : OptionalInt.empty();
    }
}
