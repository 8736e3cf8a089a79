package dev.dpone.evidence.observations;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Values over time in a fixed number of buckets: their width doubles whenever time runs past the last one. For one thread at
 * a time.
 */
final class TimeBuckets {
    static final int COUNT = 360;

    private static final long FIRST_WIDTH = 1_000_000;

    private final List<Channel> channels = new ArrayList<>();
    private long width = FIRST_WIDTH;
    private int used;

    /** One value over time: added up within a bucket, or its maximum. */
    static final class Channel {
        private final long[] values = new long[COUNT];
        private final boolean maximum;

        private Channel(boolean maximum) {
            this.maximum = maximum;
        }

        private void put(int bucket, long value) {
            values[bucket] = maximum ? Math.max(values[bucket], value) : values[bucket] + value;
        }

        private void fold() {
            for (int i = 0; i < COUNT / 2; i++) {
                long a = values[2 * i];
                long b = values[2 * i + 1];
                values[i] = maximum ? Math.max(a, b) : a + b;
            }
            Arrays.fill(values, COUNT / 2, COUNT, 0);
        }
    }

    Channel sum() {
        return channel(false);
    }

    Channel maximum() {
        return channel(true);
    }

    private Channel channel(boolean maximum) {
        Channel channel = new Channel(maximum);
        channels.add(channel);
        return channel;
    }

    /** Adds {@code level} for every nanosecond from {@code from} to {@code to}. */
    void integrate(Channel channel, long from, long to, long level) {
        reach(to);
        long at = Math.max(0, from);
        while (level != 0 && at < to) {
            int bucket = (int) (at / width);
            long end = Math.min(to, (bucket + 1L) * width);
            channel.put(bucket, (end - at) * level);
            at = end;
        }
    }

    /** Spreads an amount evenly over the time. */
    void spread(Channel channel, long from, long to, long amount) {
        reach(to);
        long begin = Math.max(0, from);
        long told = 0;
        for (long at = begin; at < to; ) {
            int bucket = (int) (at / width);
            at = Math.min(to, (bucket + 1L) * width);
            long due = Math.round((double) amount * (at - begin) / (to - begin));
            channel.put(bucket, due - told);
            told = due;
        }
        channel.put(bucketBefore(to), amount - told);
    }

    /** Takes the value into account in every bucket that the time touches. */
    void highest(Channel channel, long from, long to, long value) {
        reach(to);
        int last = bucketBefore(to);
        for (int bucket = (int) (Math.max(0, from) / width); bucket <= last; bucket++) {
            channel.put(bucket, value);
        }
    }

    /** Adds an amount at an instant. */
    void add(Channel channel, long at, long amount) {
        reach(at);
        channel.put(bucketBefore(at), amount);
    }

    private int bucketBefore(long at) {
        return at <= 0 ? 0 : (int) ((at - 1) / width);
    }

    private void reach(long at) {
        while (at > COUNT * width) {
            channels.forEach(Channel::fold);
            width *= 2;
            used = (used + 1) / 2;
        }
        used = Math.max(used, bucketBefore(at) + 1);
    }

    long width() {
        return width;
    }

    /** The channel's values so far. */
    List<Long> values(Channel channel) {
        List<Long> values = new ArrayList<>(used);
        for (int i = 0; i < used; i++) {
            values.add(channel.values[i]);
        }
        return values;
    }
}
