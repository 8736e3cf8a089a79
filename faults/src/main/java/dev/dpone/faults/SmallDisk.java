package dev.dpone.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of a few megabytes that is filled and given room again; gone when closed. */
final class SmallDisk implements AutoCloseable {
    private static final String SIZE = "16m";
    private static final String FILLER = "filler";

    private final Site site;
    private final Path folder;

    private SmallDisk(Site site, Path folder) {
        this.site = site;
        this.folder = folder;
    }

    /**
     * Mounts one.
     *
     * @param options of the mount, with a comma before each
     * @throws Scenario.Skipped where this process may not
     */
    static SmallDisk at(Site site, Path folder, String options) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (!ran("mount", "-t", "tmpfs", "-o", "size=" + SIZE + options, "dpone-faults", folder.toString())) {
            throw new Scenario.Skipped("a small file system cannot be mounted here");
        }
        return new SmallDisk(site, folder);
    }

    /** Takes all its room. */
    void fill() {
        byte[] zeros = new byte[4096];
        Path filler = folder.resolve(FILLER);
        try (OutputStream out = Files.newOutputStream(filler)) {
            for (long written = 0; written < 1L << 30; written += zeros.length) {
                out.write(zeros);
            }
        } catch (IOException e) {
            // Full, as it has to be.
            return;
        }
        throw new IllegalStateException(filler + " is not on a small file system");
    }

    /** Gives back what {@link #fill} took. */
    void free() {
        try {
            Files.delete(folder.resolve(FILLER));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (!ran("umount", folder.toString())) {
            site.wrong("the small file system at " + folder + " cannot be unmounted");
        }
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
