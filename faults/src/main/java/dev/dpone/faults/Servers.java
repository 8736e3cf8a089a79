package dev.dpone.faults;

import dev.dpone.sandbox.SandboxOptions;
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

    static Servers start(String target, SandboxOptions options, Map<String, String> environment, String token) {
        if (target.equals("mssql")) {
            return new Servers(prepared(MssqlEngine.given(environment), token), null);
        }
        PostgresEngine first = PostgresEngine.start(options.withPostgresSettings(Map.of("fsync", "off")));
        try {
            return new Servers(prepared(first, token), prepared(PostgresEngine.start(options), token));
        } catch (RuntimeException e) {
            first.close();
            throw e;
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
