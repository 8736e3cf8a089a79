package dev.dpone.manifest;

import java.util.Comparator;

/** Where something was authored, both counted from 1; columns count code points. */
record Place(int line, int column) implements Comparable<Place> {
    static final Place START = new Place(1, 1);

    private static final Comparator<Place> ORDER =
            Comparator.comparingInt(Place::line).thenComparingInt(Place::column);

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
