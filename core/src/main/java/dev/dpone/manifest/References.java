package dev.dpone.manifest;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Late values: {@code ${NAME}} anywhere in a text is an environment variable, {@code file:PATH} a file's content. */
final class References {
    private static final int MOST_BYTES = 64 << 10;
    private static final String FILE = "file:";
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Pattern LINE_END = Pattern.compile("\\r?\\n\\z");

    private final Map<String, String> environment;
    private final Path folder;

    /** @param folder what relative paths are relative to */
    References(Map<String, String> environment, Path folder) {
        this.environment = environment;
        this.folder = folder;
    }

    static boolean refers(String text) {
        return text.startsWith(FILE) || text.contains("${");
    }

    /** What is left of a text without its references to variables. */
    static String literalPart(String text) {
        return text.startsWith(FILE) ? "" : VARIABLE.matcher(text).replaceAll("");
    }

    /** The text with its references followed once; what they give is not searched again. */
    Given follow(Given given) {
        String text = given.text();
        if (text.startsWith(FILE)) {
            return given.with(content(given, text.substring(FILE.length())));
        }
        StringBuilder out = new StringBuilder();
        Matcher matcher = VARIABLE.matcher(text);
        while (matcher.find()) {
            matcher.appendReplacement(out, Matcher.quoteReplacement(variable(given, matcher.group(1))));
        }
        refuseBrokenReference(given);
        return given.with(matcher.appendTail(out).toString());
    }

    private static void refuseBrokenReference(Given given) {
        if (literalPart(given.text()).contains("${")) {
            throw new DponeException(
                    ErrorCode.CONNECTION_INVALID,
                    given.origin() + " holds '${' without a variable's name and '}'",
                    "Write ${NAME}, or put the value into a file and write file:PATH.");
        }
    }

    private String variable(Given given, String name) {
        String value = environment.get(name);
        if (value == null) {
            throw new DponeException(
                    ErrorCode.CONNECTION_INVALID,
                    given.origin() + " refers to the environment variable " + name + ", which is not set",
                    "Set " + name + ".");
        }
        return value;
    }

    private String content(Given given, String path) {
        Path file = folder.resolve(path);
        byte[] bytes;
        try {
            bytes = BoundedFile.read(file, MOST_BYTES, ErrorCode.CONNECTION_INVALID);
        } catch (DponeException unreadable) {
            throw new DponeException(
                    unreadable.code(),
                    given.origin() + " refers to a file, but " + unreadable.getMessage(),
                    unreadable.remedy(),
                    unreadable);
        }
        Problems problems = new Problems(file.toString(), ErrorCode.CONNECTION_INVALID, ConnectionKeys.KNOWN);
        String text = LINE_END.matcher(FileText.of(bytes, problems)).replaceFirst("");
        if (bytes.length > MOST_BYTES || text.indexOf('\n') >= 0 || text.isEmpty()) {
            throw new DponeException(
                    ErrorCode.CONNECTION_INVALID,
                    given.origin() + " refers to " + file + ", which must hold one line",
                    "Write the value and nothing else into the file.");
        }
        return text;
    }
}
