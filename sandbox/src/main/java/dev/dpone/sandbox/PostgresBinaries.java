package dev.dpone.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** The PostgreSQL programs: an own installation, or the archive on the class path, unpacked once into the cache. */
final class PostgresBinaries {
    private static final String ARCHIVE = "/postgres-linux-x86_64.txz";
    private static final String COMPLETE = "complete";

    private PostgresBinaries() {}

    /** The folder holding {@code initdb} and {@code postgres}. */
    static Path folder(SandboxOptions options) {
        Path own = options.postgresBin();
        if (own != null) {
            requirePrograms(own);
            return own;
        }
        if (!Platform.current().isLinux64()) {
            throw Unavailable.postgres(
                    "The sandbox's PostgreSQL runs on Linux x86-64, but this is " + Platform.current(), null);
        }
        try {
            String name = "postgresql-" + checksum().substring(0, 16);
            return new DownloadCache(options.cacheDirectory())
                    .folder(name, new Bundled(options))
                    .resolve("bin");
        } catch (IOException | UncheckedIOException e) {
            throw Unavailable.postgres(
                    "Cannot unpack PostgreSQL into " + options.cacheDirectory() + ": " + e.getMessage(), e);
        }
    }

    /** A folder with the same programs that the user can read: the given one, or a copy of the installation. */
    static Path readableBy(Unprivileged user, Path bin, Path copy) throws IOException {
        Path home = bin.getParent();
        if (home == null || user.canRead(bin.resolve("initdb"))) {
            return bin;
        }
        Folders.copy(home, copy);
        try (Stream<Path> copied = Files.walk(copy)) {
            for (Path file : copied.toList()) {
                user.own(file);
            }
        }
        return copy.resolve("bin");
    }

    private static void requirePrograms(Path bin) {
        for (String program : new String[] {"initdb", "postgres"}) {
            if (!Files.isExecutable(bin.resolve(program))) {
                throw Unavailable.postgres(
                        SandboxOptions.POSTGRES_BIN + " must name a folder with the programs initdb and postgres, but "
                                + bin + " has no " + program,
                        null);
            }
        }
    }

    private static String checksum() throws IOException {
        return Digests.sha256(open());
    }

    private static InputStream open() {
        @Nullable InputStream in = PostgresBinaries.class.getResourceAsStream(ARCHIVE);
        if (in == null) {
            throw Unavailable.postgres("This build holds no PostgreSQL programs for Linux x86-64", null);
        }
        return in;
    }

    private record Bundled(SandboxOptions options) implements DownloadCache.Installation {
        @Override
        public boolean isComplete(Path folder) {
            return Files.exists(folder.resolve(COMPLETE));
        }

        @Override
        public void install(Path folder) throws IOException {
            options.report("Unpacking PostgreSQL (58 MB) once into " + options.cacheDirectory());
            try (InputStream in = new XZInputStream(open())) {
                Archives.untar(in, folder, name -> true);
            }
            Files.createFile(folder.resolve(COMPLETE));
        }
    }
}
