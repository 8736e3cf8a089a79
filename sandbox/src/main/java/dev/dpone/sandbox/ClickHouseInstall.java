package dev.dpone.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The ClickHouse engine library, fetched once with the user's npm and pinned by its checksum. */
final class ClickHouseInstall {
    /** A package of the npm registry, pinned. */
    record Release(String npmPackage, String version, String integrity, String librarySha256) {
        String folderName() {
            return "clickhouse-" + version;
        }

        String shortVersion() {
            int dash = version.indexOf('-');
            return dash < 0 ? version : version.substring(0, dash);
        }
    }

    static final Release RELEASE = new Release(
            "@chdb/lib-linux-x64-gnu",
            "26.7.3-stable.1",
            "sha512-XP97mMqnc5tZpKQywR8N7cLTsHNiTmHr30pC5mzo3jWmukjKn2IBa60c2B/gWUNcuFjOMjWoorQICCqBVj5wpw==",
            "36ad4e999882821ef13cf2d0f52c93f48e6ee1b4498b35a201c23ce4b8d15bf5");

    private static final String LIBRARY = "libchdb.so";
    private static final String MARKER = "verified.txt";
    private static final Set<String> WANTED =
            Set.of("package/" + LIBRARY, "package/package.json", "package/LICENSE", "package/README.md");
    private static final long DOWNLOAD_MINUTES = 20;

    private final SandboxOptions options;
    private final Release release;
    private final String npm;
    private final Platform platform;

    ClickHouseInstall(SandboxOptions options, Release release, String npm, Platform platform) {
        this.options = options;
        this.release = release;
        this.npm = npm;
        this.platform = platform;
    }

    static ClickHouseInstall pinned(SandboxOptions options) {
        return new ClickHouseInstall(options, RELEASE, "npm", Platform.current());
    }

    /** The path of the verified library; downloads it when it isn't in the cache. */
    Path library() {
        if (!platform.isLinux64() || !platform.glibc()) {
            throw Unavailable.clickhouse(
                    "The sandbox's ClickHouse runs on Linux x86-64 with glibc, but this is " + platform, null);
        }
        DownloadCache cache = new DownloadCache(options.cacheDirectory());
        try {
            return cache.folder(release.folderName(), new Npm()).resolve(LIBRARY);
        } catch (IOException | UncheckedIOException e) {
            throw Unavailable.clickhouse(
                    "Cannot install ClickHouse into " + options.cacheDirectory() + ": " + e.getMessage(), e);
        }
    }

    private final class Npm implements DownloadCache.Installation {
        @Override
        public boolean isComplete(Path folder) throws IOException {
            Path library = folder.resolve(LIBRARY);
            if (!Files.isRegularFile(library)) {
                return false;
            }
            Path marker = folder.resolve(MARKER);
            if (Files.exists(marker) && Files.readString(marker).equals(markerText(Files.size(library)))) {
                return true;
            }
            // Hashing half a gigabyte takes seconds, so it is done only where no earlier result is recorded.
            if (!Digests.sha256(library).equals(release.librarySha256())) {
                return false;
            }
            Files.writeString(marker, markerText(Files.size(library)));
            return true;
        }

        @Override
        public void install(Path folder) throws IOException {
            options.report("Downloading ClickHouse " + release.shortVersion() + " (178 MB) once into "
                    + options.cacheDirectory());
            Path download = Files.createDirectory(folder.resolve("download"));
            try {
                Path archive = download(download);
                options.report("Checking and unpacking ClickHouse (566 MB)");
                verify(archive);
                try (InputStream in = new GZIPInputStream(Files.newInputStream(archive), 1 << 16)) {
                    Archives.untar(in, download, WANTED::contains);
                }
                try (Stream<Path> files = Files.list(download.resolve("package"))) {
                    for (Path file : files.toList()) {
                        Files.move(file, folder.resolve(file.getFileName()));
                    }
                }
            } finally {
                Folders.delete(download);
            }
            if (!isComplete(folder)) {
                throw Unavailable.clickhouse("The downloaded ClickHouse library is not the pinned one", null);
            }
        }

        private String markerText(long size) {
            return "sha256=" + release.librarySha256() + "\nsize=" + size + "\n";
        }
    }

    private void verify(Path archive) throws IOException {
        String actual = Digests.integrity(archive);
        if (!actual.equals(release.integrity())) {
            throw Unavailable.clickhouse(
                    "The ClickHouse download must have checksum " + release.integrity() + ", but has " + actual, null);
        }
    }

    private Path download(Path folder) throws IOException {
        Path log = folder.resolve("npm.log");
        Process process = startNpm(folder, log);
        try {
            if (!process.waitFor(DOWNLOAD_MINUTES, TimeUnit.MINUTES)) {
                throw Unavailable.clickhouse("npm did not finish within " + DOWNLOAD_MINUTES + " minutes", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Unavailable.clickhouse("Interrupted", e);
        } finally {
            process.destroyForcibly();
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".tgz")).toList();
            if (process.exitValue() != 0 || archives.size() != 1) {
                throw Unavailable.clickhouse(
                        "npm could not fetch " + release.npmPackage() + "@" + release.version() + " (exit "
                                + process.exitValue() + "): " + lastLines(log),
                        null);
            }
            return archives.get(0);
        }
    }

    private Process startNpm(Path folder, Path log) {
        try {
            return new ProcessBuilder(
                            npm,
                            "pack",
                            release.npmPackage() + "@" + release.version(),
                            "--pack-destination",
                            folder.toString(),
                            "--ignore-scripts",
                            "--no-update-notifier",
                            "--no-fund")
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
        } catch (IOException e) {
            throw Unavailable.clickhouse(
                    "Cannot download ClickHouse: the command 'npm' was not found. It comes with Node.js", e);
        }
    }

    private static String lastLines(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(" ", lines.subList(Math.max(0, lines.size() - 8), lines.size()))
                .strip();
    }
}
