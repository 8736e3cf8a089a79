package dev.dpone.evidence.benchmark;

import java.nio.file.Path;
import java.util.List;

/**
 * A campaign with all that it names, every file verified against the hash it was named with.
 *
 * @param folder the real path
 * @param ref names the campaign's file; its status is what {@link #status} says
 * @param files all that were read
 */
public record Bundle(Path folder, Ref ref, Campaign campaign, List<BundledRun> runs, List<Path> files) {
    public Bundle {
        runs = List.copyOf(runs);
        files = List.copyOf(files);
    }

    /** Reads a folder; throws {@code DPONE_BENCH_DOCUMENT_INVALID} for anything that is not as it was written. */
    public static Bundle read(Path folder) {
        return new BundleReader(folder).bundle();
    }

    /** FAIL if a run is, PASS if there are runs and all are PASS, else UNVERIFIED. */
    static Status status(List<BundledRun> runs) {
        List<Status> parts = runs.stream().map(run -> run.envelope().status()).toList();
        if (parts.contains(Status.FAIL)) {
            return Status.FAIL;
        }
        boolean pass = !parts.isEmpty() && parts.stream().allMatch(part -> part == Status.PASS);
        return pass ? Status.PASS : Status.UNVERIFIED;
    }
}
