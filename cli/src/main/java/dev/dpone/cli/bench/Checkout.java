package dev.dpone.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A git checkout that a build was made in.
 *
 * @param dirty whether files differ from the commit, or are new
 */
record Checkout(String commit, boolean dirty) {
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");
    private static final int PATIENCE_SECONDS = 30;

    /** The nearest folder above, or the path itself, that has a {@code .git}. */
    static Optional<Path> root(Path path) {
        for (Path at = path.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    /** The checkout around a path; empty where there is none, or git cannot tell. */
    static Optional<Checkout> around(Path path) {
        return root(path)
                .flatMap(root -> git(root, "rev-parse", "HEAD")
                        .map(String::strip)
                        .filter(commit -> COMMIT.matcher(commit).matches())
                        .flatMap(commit -> git(root, "status", "--porcelain")
                                .map(status -> new Checkout(commit, !status.isBlank()))));
    }

    private static Optional<String> git(Path root, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean done = git.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && git.exitValue() == 0;
            return done ? Optional.of(answer) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
