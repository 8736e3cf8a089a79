package dev.dpone.manifest;

import dev.dpone.error.DponeException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The text of a file's bytes: bounded, strict UTF-8, no control characters. */
final class FileText {
    /** Most bytes of a file. */
    static final int MOST_BYTES = 1 << 20;

    private static final String SAVE_AS_UTF_8 = "Save the file as UTF-8 text.";

    private FileText() {}

    /** The text without a byte order mark; throws when it is none. */
    static String of(byte[] bytes, Problems problems) {
        if (bytes.length > MOST_BYTES) {
            throw problems.fatal(
                    Place.START,
                    "the file must be at most " + MOST_BYTES + " bytes, but was more",
                    "Split it into several files.");
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, true);
        String text = withoutMark(out.flip().toString());
        if (result.isError()) {
            throw problems.fatal(placeOf(text, text.length()), "the file is not UTF-8 here", SAVE_AS_UTF_8);
        }
        refuseControlCharacters(text, problems);
        return text;
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static void refuseControlCharacters(String text, Problems problems) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean lineOrTab = c == '\t' || c == '\n' || c == '\r';
            if ((Character.isISOControl(c) && !lineOrTab) || c == '\uFEFF') {
                throw unprintable(text, i, problems);
            }
        }
    }

    private static DponeException unprintable(String text, int index, Problems problems) {
        String hint = text.charAt(index) == 0 ? SAVE_AS_UTF_8 : "Remove the character.";
        String name = String.format("U+%04X", (int) text.charAt(index));
        return problems.fatal(placeOf(text, index), "the file holds the control character " + name, hint);
    }

    /** The place of a char index; a line ends with LF, CR LF or CR. */
    private static Place placeOf(String text, int index) {
        int line = 1;
        int start = 0;
        for (int i = 0; i < index; i++) {
            char c = text.charAt(i);
            boolean firstOfTwo = c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n';
            if (c == '\n' || (c == '\r' && !firstOfTwo)) {
                line++;
                start = i + 1;
            }
        }
        return new Place(line, text.codePointCount(start, index) + 1);
    }
}
