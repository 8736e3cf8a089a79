package dev.dpone.faults;

import dev.dpone.sandbox.SandboxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The target servers: one for most trials, and on PostgreSQL one that trials kill, one after the other. */
final class Servers implements AutoCloseable {
    private final Prepared main;
    private final @Nullable Prepared crashing;
    private final ReentrantLock alone = new ReentrantLock();

    /** A server with the harness's tables on it. */
    record Prepared(Engine engine, Fixture fixture) {}

    private Servers(Prepared main, @Nullable Prepared crashing) {
        this.main = main;
        this.crashing = crashing;
    }

    static Servers start(
            String target, SandboxOptions options, Map<String, String> environment, Path folder, String token) {
        if (target.equals("mssql")) {
            return new Servers(prepared(MssqlEngine.given(environment), token), null);
        }
        // Passwords cost half of a child's processor time, at about forty connections each.
        Map<String, String> open = Map.of("hba_file", trusting(folder).toString());
        PostgresEngine first = PostgresEngine.start(options.withPostgresSettings(open));
        try {
            return new Servers(
                    prepared(first, token), prepared(PostgresEngine.start(options.withPostgresSettings(open)), token));
        } catch (RuntimeException e) {
            first.close();
            throw e;
        }
    }

    /** Rules of access that the server's user can read. */
    private static Path trusting(Path folder) {
        try {
            Path rules = folder.resolve("pg_hba.conf");
            Files.writeString(rules, "host all all 127.0.0.1/32 trust\n");
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            return rules;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Prepared prepared(Engine engine, String token) {
        Fixture fixture = new Fixture(engine, "faults_" + token + "_");
        try {
            fixture.create();
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
        return new Prepared(engine, fixture);
    }

    Prepared main() {
        return main;
    }

    boolean canCrash() {
        return crashing != null;
    }

    Prepared crashing() {
        if (crashing == null) {
            throw new IllegalStateException("This target has no server to crash");
        }
        return crashing;
    }

    /** Those that nobody else uses. */
    List<Prepared> ours() {
        return crashing == null ? List.of() : List.of(main, crashing);
    }

    /** Work on the server that is killed, with nobody else on it. */
    <T> T alone(Function<PostgresEngine, T> work) {
        alone.lock();
        try {
            return work.apply((PostgresEngine) crashing().engine());
        } finally {
            alone.unlock();
        }
    }

    /** Tables go from a server that stays. */
    @Override
    public void close() {
        try {
            main.fixture().close();
        } finally {
            main.engine().close();
            if (crashing != null) {
                crashing.engine().close();
            }
        }
    }
}
