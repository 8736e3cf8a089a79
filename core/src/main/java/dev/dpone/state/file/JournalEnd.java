package dev.dpone.state.file;

/**
 * Where the intact part of a journal ends.
 *
 * @param lines intact lines, the first of which is the header
 * @param size bytes up to the end of the last of them
 * @param lastStart where the last of them begins
 * @param lastHash its hash; empty without lines
 * @param terminated whether its line break is there, too
 */
record JournalEnd(long lines, long size, long lastStart, String lastHash, boolean terminated) {
    static final JournalEnd START = new JournalEnd(0, 0, 0, "", true);

    long events() {
        return Math.max(0, lines - 1);
    }

    JournalEnd plus(byte[] line, boolean terminatedLine) {
        return new JournalEnd(
                lines + 1,
                size + line.length + (terminatedLine ? 1 : 0),
                size,
                JournalCodec.hash(line),
                terminatedLine);
    }
}
