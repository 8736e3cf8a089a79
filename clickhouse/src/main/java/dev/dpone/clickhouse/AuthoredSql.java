package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An authored statement made ready to stand in parentheses: one SELECT, without the semicolon at its end. What would
 * break out of the parentheses or change the form of the answer is refused. It reads only as much SQL as that needs:
 * quotes, comments, parentheses, words.
 */
final class AuthoredSql {
    private static final Pattern HEREDOC = Pattern.compile("\\$\\w*\\$");
    private static final String REMEDY = "Correct source.options.query.sql.";

    private final String text;
    /** Words outside parentheses, upper-cased, in order; other signs outside parentheses stand as themselves. */
    private final List<String> tokens = new ArrayList<>();

    private int at;
    private int depth;
    private int end;

    private AuthoredSql(String text) {
        this.text = text;
    }

    /** The statement's text without a trailing semicolon. */
    static String subselect(String sql) {
        AuthoredSql statement = new AuthoredSql(sql);
        statement.scan();
        statement.check();
        return sql.substring(0, statement.end).stripTrailing();
    }

    private void scan() {
        boolean closed = false;
        end = text.length();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (text.startsWith("--", at) || (c == '#' && commentAfterHash())) {
                int newline = text.indexOf('\n', at);
                at = newline < 0 ? text.length() : newline;
            } else if (text.startsWith("/*", at)) {
                int close = text.indexOf("*/", at + 2);
                at = close < 0 ? refuse("has a comment that does not end") : close + 2;
            } else if (closed) {
                at = refuse("holds more than one statement");
            } else if (c == ';' && depth == 0) {
                closed = true;
                end = at++;
            } else {
                token(c);
            }
        }
        if (depth > 0) {
            refuse("has an opening parenthesis without its closing one");
        }
    }

    private boolean commentAfterHash() {
        return text.startsWith("# ", at) || text.startsWith("#!", at);
    }

    private void token(char c) {
        int start = at;
        if (c == '\'' || c == '"' || c == '`') {
            skipQuoted(c);
        } else if (c == '$') {
            skipHeredoc();
        } else if (Character.isLetterOrDigit(c) || c == '_') {
            while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
                at++;
            }
        } else {
            at++;
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth < 0) {
                refuse("has a closing parenthesis without its opening one");
            }
        }
        if (depth == 0 || (depth == 1 && c == '(')) {
            tokens.add(
                    Character.isLetterOrDigit(c)
                            ? text.substring(start, at).toUpperCase(Locale.ROOT)
                            : String.valueOf(c));
        }
    }

    /** A literal between two equal tags, such as {@code $$...$$}; a lone dollar sign is left to the server. */
    private void skipHeredoc() {
        Matcher tag = HEREDOC.matcher(text).region(at, text.length());
        if (!tag.lookingAt()) {
            at++;
            return;
        }
        int close = text.indexOf(tag.group(), tag.end());
        at = close < 0
                ? refuse("has a " + tag.group() + " that is not closed")
                : close + tag.group().length();
    }

    private void skipQuoted(char quote) {
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                at++;
            } else if (c == quote) {
                at++;
                return;
            }
        }
        at = refuse("has a " + quote + " that is not closed");
    }

    private void check() {
        String first = tokens.isEmpty() ? "" : tokens.get(0);
        if (!first.equals("SELECT") && !first.equals("WITH") && !first.equals("(")) {
            refuse(first.isEmpty() ? "is empty" : "must be a SELECT, but begins with " + Sql.shortened(first));
        }
        for (int i = 1; i < tokens.size(); i++) {
            String token = tokens.get(i);
            if (token.equals("OUTFILE") && tokens.get(i - 1).equals("INTO")) {
                refuse("has an INTO OUTFILE clause");
            }
            boolean last = i + 2 == tokens.size()
                    || (i + 2 < tokens.size() && tokens.get(i + 2).equals("SETTINGS"));
            if (token.equals("FORMAT")
                    && last
                    && Character.isLetter(tokens.get(i + 1).charAt(0))) {
                refuse("has a FORMAT clause, but dpone reads the Native format only");
            }
        }
    }

    private static int refuse(String what) {
        throw new DponeException(ErrorCode.MANIFEST_INVALID, "source.options.query.sql " + what, REMEDY);
    }
}
