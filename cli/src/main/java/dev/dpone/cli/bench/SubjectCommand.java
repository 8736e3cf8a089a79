package dev.dpone.cli.bench;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a dpone is started.
 *
 * @param words program and leading arguments, the dpone command's own follow
 * @param origin a file or folder of the build, whose checkout tells the commit; empty when none is known
 */
public record SubjectCommand(List<String> words, Optional<Path> origin) {
    public SubjectCommand {
        words = List.copyOf(words);
    }

    /**
     * A launcher as it stands on a command line, words with spaces between them.
     *
     * @throws DponeException {@code DPONE_USAGE_INVALID} for one without words
     */
    public static SubjectCommand parse(String text, Path workingDirectory) {
        List<String> words = new ArrayList<>(List.of(text.strip().split("\\s+")));
        if (words.get(0).isEmpty()) {
            throw new DponeException(
                    ErrorCode.USAGE_INVALID, "--subject names no program", "Write a launcher, such as ../older/dpone.");
        }
        if (words.get(0).contains(File.separator)) {
            words.set(0, workingDirectory.resolve(words.get(0)).normalize().toString());
        }
        Optional<Path> origin = words.stream()
                .filter(word -> word.contains(File.separator) && !word.contains(File.pathSeparator))
                .map(word -> workingDirectory.resolve(word).normalize())
                .filter(Files::isRegularFile)
                .filter(file -> Checkout.root(file).isPresent())
                .findFirst();
        return new SubjectCommand(words, origin);
    }

    /** This very program: the same Java, class path and JVM options. */
    static SubjectCommand itself() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-X"))
                .forEach(words::add);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.dpone.cli.Main"));
        return new SubjectCommand(words, codeSource());
    }

    private static Optional<Path> codeSource() {
        CodeSource source = SubjectCommand.class.getProtectionDomain().getCodeSource();
        try {
            return source == null
                    ? Optional.empty()
                    : Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    List<String> with(List<String> arguments) {
        List<String> command = new ArrayList<>(words);
        command.addAll(arguments);
        return command;
    }
}
