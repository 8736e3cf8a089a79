package dev.dpone.sandbox;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** Listens to clients until one has sent certain bytes, one after the other on one connection. Not thread-safe. */
final class Trap {
    private final Fault fault;
    private final List<byte[]> said;
    private final boolean once;
    private final Map<Relay.Link, Heard> heard = new WeakHashMap<>();

    /** How far one connection's client has got, and the end of what it sent, where the next bytes may begin. */
    private static final class Heard {
        private int next;
        private byte[] tail = new byte[0];
    }

    Trap(Fault fault, boolean once, List<byte[]> said) {
        this.fault = fault;
        this.once = once;
        this.said = List.copyOf(said);
    }

    Fault fault() {
        return fault;
    }

    /** Whether it is spent once it has sprung. */
    boolean once() {
        return once;
    }

    /** Takes what the client sent next; true when these bytes complete what is waited for. */
    boolean springs(Relay.Link link, byte[] bytes, int length) {
        Heard far = heard.computeIfAbsent(link, any -> new Heard());
        byte[] text = Arrays.copyOf(far.tail, far.tail.length + length);
        System.arraycopy(bytes, 0, text, far.tail.length, length);
        int from = 0;
        for (int at = find(said.get(far.next), text, from); at >= 0; at = find(said.get(far.next), text, from)) {
            from = at + said.get(far.next).length;
            far.next++;
            if (far.next == said.size()) {
                heard.remove(link);
                return true;
            }
        }
        int kept = Math.min(text.length - from, said.get(far.next).length - 1);
        far.tail = Arrays.copyOfRange(text, text.length - kept, text.length);
        return false;
    }

    private static int find(byte[] wanted, byte[] text, int from) {
        for (int at = from; at + wanted.length <= text.length; at++) {
            if (Arrays.equals(wanted, 0, wanted.length, text, at, at + wanted.length)) {
                return at;
            }
        }
        return -1;
    }
}
