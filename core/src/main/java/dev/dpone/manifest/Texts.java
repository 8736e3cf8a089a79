package dev.dpone.manifest;

/** Forms of text that several keys share. */
final class Texts {
    private static final String NO_TEMPLATE = "(?![\\s\\S]*(?:\\$\\{|\\{\\{))";
    private static final String EDGE = "[^\\u0000-\\u0020\\u007f-\\u00a0]";
    private static final String INNER = "[^\\u0000-\\u001f\\u007f-\\u009f]";
    private static final String ID = "[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,126}[A-Za-z0-9])?";

    /** A name in a database: quoted wherever it is used, so nearly everything may stand in it. */
    static final TextShape NAME = TextShape.of(
            NO_TEMPLATE + EDGE + "(?:" + INNER + "{0,253}" + EDGE + ")?",
            "a name",
            "A name has 1 to 255 characters, no control characters, no blank at either end, and no ${...} or {{...}}.");

    static final TextShape CONNECTION_ID = TextShape.of(
            ID,
            "a connection's id",
            "An id has 1 to 128 letters, digits, '_', '.' and '-', with a letter or a digit at either end.");

    static final TextShape LABEL = TextShape.of(
            ID,
            "a label",
            "A label has 1 to 128 letters, digits, '_', '.' and '-', with a letter or a digit at either end.");

    static final TextShape SQL =
            TextShape.of("(?=[\\s\\S]*[^\\s])[^\\u0000]+", "an SQL statement", "Write one statement, without U+0000.");

    static final TextShape TYPE = TextShape.of(
            EDGE + "(?:" + INNER + "{0,998}" + EDGE + ")?",
            "a type",
            "Write the type on one line, such as UInt64 or varchar(200).");

    static final TextShape FOLDER = TextShape.of(
            "(?!~)" + NO_TEMPLATE + EDGE + "(?:" + INNER + "{0,1022}" + EDGE + ")?",
            "a folder",
            "Write an absolute path, or one relative to the working directory; '~', ${...} and {{...}} are not replaced.");

    static final TextShape DURATION = TextShape.of(
            "P(?=[0-9T])(?=.*[1-9])(?:[0-9]{1,6}D)?(?:T(?=[0-9])(?:[0-9]{1,6}H)?(?:[0-9]{1,6}M)?(?:[0-9]{1,6}S)?)?",
            "a positive duration",
            "Write days of 24 hours, hours, minutes and seconds, such as P1D, PT6H or P1DT12H30M.");

    private Texts() {}
}
