package dev.dpone.manifest;

/**
 * The text of a connection's field.
 *
 * @param origin who gave it, for messages: a place in a file or an environment variable
 */
record Given(String text, String origin) {
    Given with(String otherText) {
        return new Given(otherText, origin);
    }

    /** Says nothing of the text, which may be secret. */
    @Override
    public String toString() {
        return origin;
    }
}
