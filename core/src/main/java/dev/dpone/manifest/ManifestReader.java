package dev.dpone.manifest;

import dev.dpone.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads manifests. Everything wrong with a file is reported by one exception, each problem as
 * {@code file:line:column: path message} with what to write instead; its code is that of the problems when they share
 * one, such as {@link ErrorCode#LIMIT_INVALID}, else {@link ErrorCode#MANIFEST_INVALID}. Nothing is opened beyond the
 * file, and nothing authored is ignored. Instances hold no state of a file and may be shared by threads.
 */
public final class ManifestReader {
    private static final KeyIndex KNOWN = new KeyIndex(ManifestKeys.ROOT);

    private final PipelineBuilder builder;

    /** @param workingDirectory what relative folders of a manifest are relative to */
    public ManifestReader(Path workingDirectory) {
        this.builder = new PipelineBuilder(workingDirectory);
    }

    /** The manifest in a file of at most 1 MiB of UTF-8. */
    public Manifest read(Path file) {
        return read(file, BoundedFile.read(file, FileText.MOST_BYTES, ErrorCode.MANIFEST_UNREADABLE));
    }

    /** The manifest in a text. The file is named in messages and not opened. */
    public Manifest read(Path file, String text) {
        return read(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private Manifest read(Path file, byte[] bytes) {
        Problems problems = new Problems(file.toString(), ErrorCode.MANIFEST_INVALID, KNOWN);
        Value root = YamlTree.read(FileText.of(bytes, problems), problems);
        if (!(root instanceof Entries manifest)) {
            throw YamlTree.notAMapping(root, problems);
        }
        SecretRule.checkTexts(manifest, problems);
        ManifestKeys.ROOT.check(manifest, problems);
        List<ListedTable> tables = new TableList(manifest, problems).tables();
        CrossRules rules = new CrossRules(problems);
        for (ListedTable table : tables) {
            ManifestKeys.PIPELINE.complete(table.merged(), problems);
            rules.check(table);
        }
        problems.throwIfAny();
        return new Manifest(
                file,
                manifest.text("defaults", "name"),
                tables.stream().map(builder::build).toList());
    }
}
