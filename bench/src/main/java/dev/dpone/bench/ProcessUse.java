package dev.dpone.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one child process took.
 *
 * @param seconds from its start to its end, the start of the JVM included
 * @param cpuSeconds of its threads; servers are other processes
 * @param peakHeapBytes the most heap in use when a collection began or the process ended
 * @param peakResidentBytes the kernel's high-water mark
 * @param output its standard output
 */
record ProcessUse(double seconds, double cpuSeconds, long peakHeapBytes, long peakResidentBytes, String output) {
    /** Far below any run measured; a process that ends between two looks loses that much at most. */
    private static final int LOOK_MILLIS = 20;

    private static final double TICKS_PER_SECOND = 100;
    private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->\\d+M\\(\\d+M\\)");
    private static final Pattern AT_EXIT = Pattern.compile("generation +total \\d+K, used (\\d+)K");

    /**
     * Runs the process to its end.
     *
     * @param collections the file that {@link #heapLog} makes the JVM write
     * @throws IllegalStateException when it fails
     */
    static ProcessUse of(ProcessBuilder builder, Path collections) throws IOException, InterruptedException {
        Path output = Files.createTempFile("dpone-bench-", ".out");
        try {
            long began = System.nanoTime();
            Process process = builder.redirectOutput(output.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Looks looks = new Looks(process);
            int status = looks.untilEnd();
            double seconds = (System.nanoTime() - began) / 1e9;
            if (status != 0) {
                throw new IllegalStateException(builder.command() + " ended with status " + status);
            }
            return new ProcessUse(
                    seconds, looks.cpuSeconds, peakHeap(collections), looks.resident, Files.readString(output));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** The JVM option that makes {@link #peakHeapBytes} known. */
    static String heapLog(Path file) {
        return "-Xlog:gc,gc+heap+exit:file=" + file + ":none:filecount=0";
    }

    private static long peakHeap(Path collections) throws IOException {
        long peak = 0;
        long atExit = 0;
        for (String line : Files.readAllLines(collections)) {
            Matcher collection = COLLECTION.matcher(line);
            if (collection.find()) {
                peak = Math.max(peak, Long.parseLong(collection.group(1)) << 20);
            }
            Matcher exit = AT_EXIT.matcher(line);
            if (exit.find()) {
                atExit += Long.parseLong(exit.group(1)) << 10;
            }
        }
        return Math.max(peak, atExit);
    }

    /** Reads the kernel's figures of a process until it is gone. */
    private static final class Looks {
        private static final Pattern HIGH_WATER = Pattern.compile("VmHWM:\\s+(\\d+) kB");

        private final Process process;
        private long resident;
        private double cpuSeconds;

        Looks(Process process) {
            this.process = process;
        }

        int untilEnd() throws InterruptedException {
            while (!process.waitFor(LOOK_MILLIS, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                look(Path.of("/proc", Long.toString(process.pid())));
            }
            return process.exitValue();
        }

        private void look(Path proc) {
            try {
                Matcher mark = HIGH_WATER.matcher(Files.readString(proc.resolve("status")));
                if (mark.find()) {
                    resident = Long.parseLong(mark.group(1)) << 10;
                }
                String stat = Files.readString(proc.resolve("stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                cpuSeconds = (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / TICKS_PER_SECOND;
            } catch (IOException e) {
                // It ended between the two looks: the figures of the look before stand.
                return;
            }
        }
    }
}
