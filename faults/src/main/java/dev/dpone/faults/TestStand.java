package dev.dpone.faults;

import dev.dpone.sandbox.ClickHouseServer;
import dev.dpone.sandbox.SandboxOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Servers with source and expected tables on them, proven by deliveries without faults; plays trials on them. */
final class TestStand implements AutoCloseable {
    private final ClickHouseServer source;
    private final Servers servers;
    private final Lab lab;
    private final Rehearsal rehearsal;
    private final Consumer<String> progress;

    private TestStand(
            ClickHouseServer source, Servers servers, Lab lab, Rehearsal rehearsal, Consumer<String> progress) {
        this.source = source;
        this.servers = servers;
        this.lab = lab;
        this.rehearsal = rehearsal;
        this.progress = progress;
    }

    /** @param folder an empty one, for everything the trials write */
    static TestStand start(String target, Path folder, Map<String, String> environment, Consumer<String> progress) {
        // Servers of its own, whatever else the environment names: trials kill one of them.
        Map<String, String> own = new HashMap<>(environment);
        own.keySet().removeAll(List.of(SandboxOptions.POSTGRES_URL, SandboxOptions.CLICKHOUSE_URL));
        SandboxOptions sandbox = SandboxOptions.fromEnvironment(own, progress);
        String token = "f" + Long.toString(System.nanoTime() & 0xFFFFFFFFFL, Character.MAX_RADIX);
        ClickHouseServer source = ClickHouseServer.start(sandbox);
        try {
            Fixture.createSource(source);
            Servers servers = Servers.start(target, sandbox, environment, folder, token);
            try {
                Lab lab = new Lab(source, ChildImage.of(folder, servers.canCrash()), folder, token, PlantedBug.NONE);
                Rehearsal rehearsal = Rehearsal.on(lab, servers);
                progress.accept("a delivery has " + rehearsal.chunks() + " chunks and takes "
                        + rehearsal.took().toMillis() + " ms once it is opened");
                return new TestStand(source, servers, lab, rehearsal, progress);
            } catch (RuntimeException e) {
                servers.close();
                throw e;
            }
        } catch (RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /** Of a delivery. */
    int chunks() {
        return rehearsal.chunks();
    }

    /** Whether there is a server that trials may kill. */
    boolean canCrash() {
        return servers.canCrash();
    }

    /**
     * Plays the trials.
     *
     * @param bug in every child
     * @param jobs trials side by side
     */
    List<Result> play(List<TrialPlan> trials, PlantedBug bug, int jobs) {
        Lab bugged = new Lab(lab.source(), lab.image(), lab.folder(), lab.token(), bug);
        ExecutorService pool = Executors.newFixedThreadPool(jobs);
        ExecutorCompletionService<Result> ends = new ExecutorCompletionService<>(pool);
        try {
            trials.forEach(plan -> ends.submit(new Trial(bugged, servers, plan, rehearsal.took())::run));
            List<Result> results = new ArrayList<>();
            long wrong = 0;
            while (results.size() < trials.size()) {
                Result result = ends.take().get();
                results.add(result);
                wrong += result.wrong().isEmpty() ? 0 : 1;
                result.wrong()
                        .forEach(
                                what -> progress.accept("WRONG " + result.plan().describe() + ": " + what));
                progress.accept(results.size() + "/" + trials.size() + " "
                        + result.plan().describe() + ": " + result.outcome() + " ("
                        + result.took().toMillis() + " ms), " + wrong + " wrong");
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException("A trial ended by a failure of the harness", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        } finally {
            pool.shutdownNow();
        }
    }

    /** What is left in dpone's schema of servers that nobody else uses; nothing may be once all trials have ended. */
    List<String> orphans() {
        List<String> orphans = new ArrayList<>();
        for (Servers.Prepared server : servers.ours()) {
            try (Sql sql = new Sql(server.engine())) {
                long tables =
                        sql.number("SELECT count(*) FROM information_schema.tables WHERE table_schema = 'dpone_stage'");
                if (tables > 0) {
                    orphans.add(tables + " staging tables are left after all trials");
                }
            }
        }
        return orphans;
    }

    @Override
    public void close() {
        try {
            servers.close();
        } finally {
            source.close();
        }
    }
}
