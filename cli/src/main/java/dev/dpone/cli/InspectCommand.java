package dev.dpone.cli;

import dev.dpone.column.SourceColumn;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.manifest.Pipeline;
import dev.dpone.mssql.NativeFile;
import dev.dpone.plan.TargetPlanner;
import dev.dpone.spi.SourceConnector;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TargetPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "inspect",
        description = "Prints the rows of a sealed SQL Server native file; columns come from the manifest's contract.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Example:", "  dpone inspect events.yaml --file 0.sealed --rows 10"})
final class InspectCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private final ManifestOptions options = new ManifestOptions();

    @Option(names = "--file", required = true, paramLabel = "FILE", description = "The sealed file.")
    private @Nullable Path file;

    @Option(names = "--rows", description = "Most rows to print. Default: ${DEFAULT-VALUE}.", defaultValue = "20")
    private long rows = 20;

    @Option(
            names = "--format-file",
            paramLabel = "FILE",
            description = "Write the format file with which Microsoft's bcp would load it, and print the command.")
    private @Nullable Path formatFile;

    InspectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<Pipeline> pipelines = options.pipelines(console);
        if (pipelines.size() != 1 || !pipelines.get(0).sink().type().equals("mssql")) {
            throw new DponeException(
                    ErrorCode.SELECTION_INVALID,
                    "inspect reads files of one pipeline whose sink.type is mssql, but " + pipelines.size()
                            + " pipelines are selected, or the sink is another",
                    "Select one with --select.");
        }
        Pipeline pipeline = pipelines.get(0);
        SourceConnector source = Connectors.source(pipeline);
        List<SourceColumn> columns = TargetPlanner.contractColumns(pipeline, source);
        if (columns.isEmpty()) {
            throw new DponeException(
                    ErrorCode.USAGE_INVALID,
                    "The manifest has no schema_contract, so the file's columns are not known",
                    "Write the source's columns into schema_contract.columns.");
        }
        TargetPlan plan =
                TargetPlanner.plan(pipeline, columns, Connectors.requiredTarget(pipeline), new Strategy.FullRefresh());
        inspect(new NativeFile(console.workingDirectory().resolve(required()), plan.columns()), plan);
        return 0;
    }

    private Path required() {
        if (file == null) {
            throw new IllegalStateException("--file is a required option");
        }
        return file;
    }

    private void inspect(NativeFile sealed, TargetPlan plan) {
        try {
            long printed = sealed.print(console.out(), rows);
            console.out().flush();
            console.say(printed + " rows printed, digest of the whole file "
                    + sealed.digest().hex());
            if (formatFile != null) {
                Path target = console.workingDirectory().resolve(formatFile);
                Files.writeString(target, sealed.formatFile());
                console.say(sealed.bcpCommand(plan.table(), target));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
