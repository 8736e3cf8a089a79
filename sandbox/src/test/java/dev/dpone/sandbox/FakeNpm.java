package dev.dpone.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** A command that behaves like {@code npm pack}, copying a prepared archive and counting its calls. */
record FakeNpm(Path command, Path archive, Path calls) {
    private static final String SCRIPT = """
            #!/bin/sh
            echo "$@" >>'%s'
            [ "$1" = pack ] && [ "$3" = --pack-destination ] || exit 9
            cp '%s' "$4/package.tgz"
            """;

    static FakeNpm serving(Path folder, Map<String, String> files) throws IOException {
        Path archive = folder.resolve("package.tgz");
        try (OutputStream out = Files.newOutputStream(archive);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(new GZIPOutputStream(out))) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                byte[] content = file.getValue().getBytes(UTF_8);
                TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
                entry.setSize(content.length);
                tar.putArchiveEntry(entry);
                tar.write(content);
                tar.closeArchiveEntry();
            }
        }
        Path calls = folder.resolve("calls.txt");
        return new FakeNpm(script(folder, SCRIPT.formatted(calls, archive)), archive, calls);
    }

    static Path script(Path folder, String text) throws IOException {
        Path script = Files.writeString(folder.resolve("npm"), text);
        if (!script.toFile().setExecutable(true)) {
            throw new IOException("Cannot make executable: " + script);
        }
        return script;
    }

    String integrity() throws IOException {
        return Digests.integrity(archive);
    }

    int callCount() throws IOException {
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }
}
