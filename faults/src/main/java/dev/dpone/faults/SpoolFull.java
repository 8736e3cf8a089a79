package dev.dpone.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The disk of the sealed files is full in the middle of a delivery: it fails, leaves nothing, and can be run again. */
final class SpoolFull implements Scenario {
    private static final String SIZE = "16m";

    @Override
    public Played play(Site site) {
        Path work = site.workFolder();
        try {
            Files.createDirectories(work);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!ran("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "dpone-faults", work.toString())) {
            throw new Skipped("a small file system cannot be mounted here");
        }
        try {
            return onSmallDisk(site);
        } finally {
            if (!ran("umount", work.toString())) {
                site.wrong("the small file system at " + work + " cannot be unmounted");
            }
        }
    }

    private static Played onSmallDisk(Site site) {
        String run = site.runId('a');
        Child child = site.run(run).stoppingAt(site.plan().stop().nth(0)).start();
        Scenario.standing(child);
        Path filler = site.workFolder().resolve("filler");
        fill(filler);
        child.go();
        if (child.exit() != 1 || !child.err().contains("DPONE_SPOOL_")) {
            site.wrong("a full spool exits " + child.exit() + ": " + child.err().strip());
        }
        try {
            Files.delete(filler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Inspector inspector = new Inspector(site);
        Look look = inspector.afterKill(List.of(run));
        inspector.nothingLeft(List.of(run));
        RunFacts facts = site.facts(run);
        Recovery recovery = new Recovery(site, true);
        Ending ending = recovery.toEnd(look);
        return new Played(ending, look.receipts() > 0, facts.inTheMiddle(), recovery.kills());
    }

    private static void fill(Path file) {
        byte[] zeros = new byte[4096];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long written = 0; written < 1L << 30; written += zeros.length) {
                out.write(zeros);
            }
        } catch (IOException e) {
            // Full, as it has to be.
            return;
        }
        throw new IllegalStateException(file + " is not on a small file system");
    }

    private static boolean ran(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
