package dev.dpone.manifest;

import java.util.ArrayList;
import java.util.List;

/** A list. */
record Items(Place place, String path, List<Value> values) implements Value {
    Items {
        values = List.copyOf(values);
    }

    @Override
    public Items at(String otherPath) {
        List<Value> moved = new ArrayList<>();
        for (Value value : values) {
            moved.add(value.at(item(otherPath, moved.size())));
        }
        return new Items(place, otherPath, moved);
    }

    @Override
    public String shown() {
        return "a list";
    }

    static String item(String path, int index) {
        return path + "[" + index + "]";
    }
}
