package dev.dpone.clickhouse;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a failing server wrote.
 *
 * @param code ClickHouse's own number of the error, 0 if it gave none
 * @param text bounded, on one line
 */
record ServerMessage(int code, String text) {
    private static final int MOST_CHARACTERS = 1000;
    private static final String MARKER = "__exception__\r\n";
    private static final Pattern CODE = Pattern.compile("Code: (\\d{1,6})");
    /** How a message of the servers without tags begins. */
    private static final Pattern UNTAGGED = Pattern.compile(
            "(?:Poco::Exception\\. |std::exception\\. )?Code: \\d{1,6}(?:\\. DB::|, e\\.|, type: |\\. Code)");

    /** The whole body of a refusal. */
    static ServerMessage of(byte[] body) {
        String text = new String(body, StandardCharsets.UTF_8).strip();
        Matcher code = CODE.matcher(text);
        return new ServerMessage(code.find() ? Integer.parseInt(code.group(1)) : 0, shown(text));
    }

    /**
     * Looks for a message after data. Servers since 25.11 mark it with the tag of their response's header; older ones just
     * append it, so that it is believed only if it is text to the last byte.
     *
     * @param tail the last bytes of a body that is over
     */
    static Optional<ServerMessage> after(byte[] tail, Optional<String> tag) {
        String bytes = new String(tail, StandardCharsets.ISO_8859_1);
        if (tag.isPresent()) {
            String opening = MARKER + tag.get() + "\r\n";
            int at = bytes.lastIndexOf(opening);
            if (at < 0) {
                return Optional.empty();
            }
            int from = at + opening.length();
            Matcher closing = Pattern.compile("\\n\\d+ " + Pattern.quote(tag.get()) + "\\r\\n")
                    .matcher(bytes);
            int to = closing.find(from) ? closing.start() : tail.length;
            return Optional.of(of(bytes.substring(from, to).getBytes(StandardCharsets.ISO_8859_1)));
        }
        Matcher untagged = UNTAGGED.matcher(bytes);
        while (untagged.find()) {
            byte[] rest = bytes.substring(untagged.start()).getBytes(StandardCharsets.ISO_8859_1);
            if (isText(rest)) {
                return Optional.of(of(rest));
            }
        }
        return Optional.empty();
    }

    private static boolean isText(byte[] bytes) {
        for (byte b : bytes) {
            if ((b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') || b == 0x7F) {
                return false;
            }
        }
        return new String(bytes, StandardCharsets.UTF_8).indexOf('\uFFFD') < 0;
    }

    private static String shown(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ");
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS) + "...";
    }
}
