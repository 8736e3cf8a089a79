package dev.dpone.state.file;

import dev.dpone.state.codec.JournalChain;

/**
 * Where the intact part of a journal ends.
 *
 * @param chain its lines
 * @param size bytes up to the end of the last of them
 * @param lastStart where the last of them begins
 * @param terminated whether its line break is there, too
 */
record JournalEnd(JournalChain chain, long size, long lastStart, boolean terminated) {
    static final JournalEnd START = new JournalEnd(JournalChain.START, 0, 0, true);

    long lines() {
        return chain.lines();
    }

    JournalEnd plus(byte[] line, boolean terminatedLine) {
        return new JournalEnd(chain.plus(line), size + line.length + (terminatedLine ? 1 : 0), size, terminatedLine);
    }
}
