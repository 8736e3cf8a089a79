package dev.dpone.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Spool folders that ended runs left in the pipelines' work directories. */
final class SpoolFolders {
    private SpoolFolders() {}

    /** Each with the run that made it; resuming or abandoning that run removes it. */
    static List<Map<String, Object>> left(List<KnownRun> runs) {
        List<Map<String, Object>> left = new ArrayList<>();
        for (KnownRun run : runs) {
            for (String name : run.running() ? List.<String>of() : run.history().spoolFolders()) {
                Path folder = run.pipeline().storage().workDir().resolve(name);
                if (Files.isDirectory(folder)) {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("folder", folder.toString());
                    fields.put("run_id", run.history().runId());
                    left.add(fields);
                }
            }
        }
        return left;
    }
}
