package dev.dpone.cli;

import dev.dpone.state.Lease;
import dev.dpone.state.StateStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

class StateInFilesTest extends StateStoreContract {
    @TempDir
    Path folder;

    private Clock clock = Clock.fixed(Instant.parse("2026-09-13T12:00:00Z"), ZoneOffset.UTC);

    @Override
    StateProcess.Address address() {
        return new StateProcess.Address("file", folder.toString(), Map.of());
    }

    @Override
    StateStore open() {
        return address().open(new Clock() {
            @Override
            public Instant instant() {
                return clock.instant();
            }

            @Override
            public java.time.ZoneId getZone() {
                return clock.getZone();
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }
        });
    }

    private Path events(String run) {
        return folder.resolve("journal").resolve(run).resolve("events.jsonl");
    }

    @Override
    List<byte[]> lines(String run) {
        try {
            List<byte[]> lines = new ArrayList<>();
            for (String line :
                    Files.readString(events(run), StandardCharsets.ISO_8859_1).split("\n", -1)) {
                lines.add(line.getBytes(StandardCharsets.ISO_8859_1));
            }
            return lines.subList(0, lines.size() - 1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    void replace(String run, int line, byte[] bytes) {
        List<byte[]> lines = new ArrayList<>(lines(run));
        lines.set(line, bytes);
        write(run, lines);
    }

    @Override
    void remove(String run, int line) {
        List<byte[]> lines = new ArrayList<>(lines(run));
        lines.remove(line);
        write(run, lines);
    }

    private void write(String run, List<byte[]> lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            bytes.writeBytes(line);
            bytes.write('\n');
        }
        try {
            Files.write(events(run), bytes.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    Duration ttl() {
        return Duration.ofMinutes(1);
    }

    @Override
    void awaitExpiry(Lease lease) {
        clock = Clock.fixed(lease.expires(), ZoneOffset.UTC);
    }
}
