package dev.dpone.cli;

import static java.util.Objects.requireNonNull;

import dev.dpone.error.ExitCode;
import dev.dpone.evidence.benchmark.Bundle;
import dev.dpone.evidence.benchmark.Comparison;
import dev.dpone.evidence.benchmark.ComparisonDocument;
import dev.dpone.evidence.benchmark.ComparisonText;
import dev.dpone.evidence.benchmark.ResultFile;
import dev.dpone.evidence.benchmark.Status;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "compare",
        description = {
            "Compares two folders of 'dpone bench run': verifies every file against its hash, then the medians.",
            "",
            "Limits are compared as they were recorded: eight fields where both stages have parallelism workers"
                    + " (run documents of version 1), ten where encoding_parallelism or import_parallelism differ from it"
                    + " (version 2). A run with eight fields is never compared with one with ten, nor with other values."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:PASS",
            "1:FAIL or UNVERIFIED; the comparison is written all the same",
            "2:a bundle is not accepted, nothing is comparable, or the output is taken; nothing is written"
        },
        footer = {"", "Example:", "  dpone bench compare --baseline old --candidate new --output comparison.json"})
final class BenchCompareCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = "--baseline",
            paramLabel = "DIR",
            required = true,
            description = "The bundle that is compared with.")
    private @Nullable Path baseline;

    @Option(names = "--candidate", paramLabel = "DIR", required = true, description = "The bundle that is judged.")
    private @Nullable Path candidate;

    @Option(names = "--output", paramLabel = "FILE", required = true, description = "Where the comparison is kept.")
    private @Nullable Path output;

    @Option(names = "--overwrite", description = "Replace the output if it exists; never a file of a bundle.")
    private boolean overwrite;

    @Option(names = "--format", description = "text, json or md. Default: ${DEFAULT-VALUE}.", defaultValue = "text")
    private ResultFormat format = ResultFormat.TEXT;

    BenchCompareCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Bundle before = Bundle.read(resolved(baseline));
        Bundle after = Bundle.read(resolved(candidate));
        Comparison comparison = Comparison.of(before, after);
        byte[] document = ComparisonDocument.json(comparison);
        Path file = resolved(output);
        new ResultFile(file, overwrite).write(document, List.of(before, after));
        console.out().println(shown(comparison, document));
        console.out().flush();
        console.say("comparison " + file);
        return comparison.status() == Status.PASS ? ExitCode.DONE.status() : ExitCode.FAILED.status();
    }

    private Path resolved(@Nullable Path path) {
        return console.workingDirectory().resolve(requireNonNull(path, "a required option"));
    }

    private String shown(Comparison comparison, byte[] document) {
        return switch (format) {
            case TEXT -> ComparisonText.text(comparison);
            case MD -> ComparisonText.markdown(comparison);
            case JSON -> new String(document, StandardCharsets.UTF_8).stripTrailing();
        };
    }
}
