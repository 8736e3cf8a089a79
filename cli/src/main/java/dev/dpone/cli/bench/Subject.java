package dev.dpone.cli.bench;

import dev.dpone.delivery.Cancellation;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.benchmark.Build;
import dev.dpone.limits.Limit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dpone that is measured: only what any of them offers is asked of it, and each time it is a process of its own. */
final class Subject {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SubjectCommand command;
    private final Path folder;
    private final Map<String, String> connections;
    private final Cancellation cancellation;

    /**
     * @param folder where its processes work and what they print is kept
     * @param connections variables for its environment
     */
    Subject(SubjectCommand command, Path folder, Map<String, String> connections, Cancellation cancellation) {
        this.command = command;
        this.folder = folder;
        this.connections = Map.copyOf(connections);
        this.cancellation = cancellation;
    }

    /** The same program with the servers' connections. */
    Subject connectedTo(Map<String, String> variables) {
        return new Subject(command, folder, variables, cancellation);
    }

    /** What it was built from. */
    Build build() {
        String version = answer("--version").strip();
        Optional<Checkout> checkout = command.origin().flatMap(Checkout::around);
        return new Build(
                "dpone",
                token(version.startsWith("dpone ") ? version.substring("dpone ".length()) : version),
                checkout.map(Checkout::commit).orElse(Build.UNKNOWN),
                checkout.map(Checkout::dirty).orElse(false));
    }

    private static String token(String version) {
        String token = version.replaceAll("[^A-Za-z0-9_.:+-]", "-");
        return token.isEmpty() ? Build.UNKNOWN : token.substring(0, Math.min(token.length(), 128));
    }

    /** Whether its own manifest schema has both limits of the stages. */
    boolean knowsStageCounts() {
        JsonNode schema;
        try {
            schema = JSON.readTree(answer("schema"));
        } catch (JacksonException e) {
            throw unable("prints no JSON Schema: " + e.getOriginalMessage());
        }
        return BenchConfiguration.STAGE_COUNTS.stream()
                .map(Limit::key)
                .allMatch(key -> schema.findValues("native_chunks").stream()
                        .map(chunks -> chunks.get("properties"))
                        .anyMatch(properties -> properties != null && properties.has(key)));
    }

    /** Refuses a configuration that the subject does not know, before anything is started or made. */
    void require(BenchConfiguration configuration, boolean knowsStageCounts) {
        if (configuration.needsStageCounts() && !knowsStageCounts) {
            throw unable(
                    "does not know native_chunks.encoding_parallelism and import_parallelism, which the ten fields of "
                            + configuration.words() + " need");
        }
    }

    private String answer(String argument) {
        SubjectProcess.Ended ended =
                start(List.of(argument), argument.replace("-", "")).await();
        if (ended.exit() != 0) {
            throw unable("ends '" + argument + "' with exit " + ended.exit() + ": " + ended.lastLine());
        }
        return ended.out();
    }

    /** {@code run} with this id, not yet ended. */
    SubjectProcess starting(Path manifest, String runId) {
        return start(
                List.of("run", manifest.toString(), "--run-id", runId, "--format", "json", "--progress", "none"),
                runId);
    }

    /** {@code run} with this id, to its end. */
    SubjectProcess.Ended run(Path manifest, String runId) {
        return starting(manifest, runId).await();
    }

    /** {@code resume} of this run, to its end. */
    SubjectProcess.Ended resume(Path manifest, String runId) {
        return start(
                        List.of("resume", manifest.toString(), runId, "--format", "json", "--progress", "none"),
                        runId + "-resume")
                .await();
    }

    private SubjectProcess start(List<String> arguments, String name) {
        return SubjectProcess.start(command.with(arguments), folder, name, connections, cancellation);
    }

    private DponeException unable(String what) {
        return new DponeException(
                ErrorCode.BENCH_SUBJECT_UNABLE,
                "The subject " + command.words().get(0) + " " + what,
                "Name a dpone launcher in --subject, and only limits that it knows, such as 1/1, in --limits.");
    }

    /** A field of the first delivery of a result; empty where there is none. */
    static Optional<JsonNode> result(SubjectProcess.Ended ended, String field) {
        try {
            JsonNode json = JSON.readTree(ended.out());
            @Nullable JsonNode deliveries = json == null ? null : json.get("deliveries");
            @Nullable JsonNode first = deliveries == null ? null : deliveries.get(0);
            return Optional.ofNullable(first == null ? null : first.get(field));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
