package dev.dpone.sandbox;

/** What happens on a connection whose client has said what a test waits for. */
public enum Fault {
    /** It is reset before the last of those bytes reach the server. */
    CUT_REQUEST(false, false),
    /** It is reset once the server answers: the server did as it was asked, and the client never hears of it. */
    CUT_ANSWER(true, false),
    /** As {@link #CUT_REQUEST}, and from then on the server is away: all connections are reset, new ones as well. */
    OUTAGE_AT_REQUEST(false, true),
    /** As {@link #CUT_ANSWER}, and from then on the server is away. */
    OUTAGE_AT_ANSWER(true, true),
    /** The last of those bytes are held back until {@link TcpProxy#recover}. */
    HOLD_REQUEST(false, false);

    private final boolean atAnswer;
    private final boolean outage;

    Fault(boolean atAnswer, boolean outage) {
        this.atAnswer = atAnswer;
        this.outage = outage;
    }

    boolean atAnswer() {
        return atAnswer;
    }

    boolean outage() {
        return outage;
    }
}
