package dev.dpone.cli;

import dev.dpone.delivery.RunHistory;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.evidence.report.HtmlReport;
import dev.dpone.evidence.report.RunReport;
import dev.dpone.files.IoFailure;
import dev.dpone.manifest.Pipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Writes the HTML report of one run, from what is stored of it. */
final class ReportFile {
    private final Path file;

    ReportFile(Path file) {
        this.file = file;
    }

    /** Replaces the file, or throws {@code DPONE_REPORT_FAILED}. */
    void write(Pipeline pipeline, RunHistory history) {
        write(HtmlReport.bytes(RunReport.of(history, pipeline.storage().evidenceDir())));
    }

    /** The report of a run that a command has just delivered, or failed to: never a reason to fail. */
    void afterDelivery(Console console, DeliveryRunner runner, Pipeline pipeline, String runId) {
        try {
            Optional<RunHistory> history = runner.history(pipeline, runId);
            if (history.isEmpty()) {
                console.say("no report: run " + runId + " was never opened");
                return;
            }
            write(pipeline, history.get());
            console.say("report " + file);
        } catch (RuntimeException e) {
            console.say("warning: the report of run " + runId + " was not written: " + e.getMessage());
        }
    }

    private void write(byte[] page) {
        try {
            Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
            try {
                Files.write(temporary, page);
                Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            throw new DponeException(
                    ErrorCode.REPORT_FAILED,
                    "The report " + file + " cannot be written: "
                            + IoFailure.of(e).reason(),
                    "Name a file in a directory that exists and that you may write to; 'dpone report' writes the report"
                            + " of any run again.",
                    e);
        }
    }
}
