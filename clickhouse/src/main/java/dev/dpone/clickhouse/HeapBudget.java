package dev.dpone.clickhouse;

/** What one block may take of the heap. Asked before every allocation. */
final class HeapBudget {
    /** One array holds no more. */
    private static final long MOST = Integer.MAX_VALUE - 1024;

    private final long limit;
    private long used;

    HeapBudget(long limit) {
        this.limit = Math.min(limit, MOST);
    }

    /** Takes room for so many elements, or throws: nothing was allocated then. */
    void take(long count, long bytesEach) throws BlockTooLargeException {
        if (count < 0 || count > left() / bytesEach) {
            throw new BlockTooLargeException();
        }
        used += count * bytesEach;
    }

    /** Room given up again. */
    void giveBack(long bytes) {
        used -= bytes;
    }

    long left() {
        return limit - used;
    }

    /** The block does not fit its budget. */
    static final class BlockTooLargeException extends Exception {
        private static final long serialVersionUID = 1L;

        BlockTooLargeException() {
            super("The block does not fit its budget", null, false, false);
        }
    }
}
