package dev.dpone.manifest;

import dev.dpone.error.DponeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * One YAML 1.2 document as values. Built from the parser's events rather than its node graph, so that depth, the
 * number of values and aliases are bounded before anything is built. Syntax errors, bounds and aliases that lead
 * nowhere end the reading at once; repeated keys, odd keys and tags are reported and reading goes on.
 */
final class YamlTree {
    static final int MOST_DEPTH = 64;
    static final int MOST_VALUES = 100_000;

    private final Problems problems;
    private final Iterator<Event> events;
    private final Map<Anchor, Anchored> anchors = new HashMap<>();
    private final Set<Anchor> open = new HashSet<>();
    private int values;
    private int depth;

    private record Anchored(Value value, int size) {}

    private YamlTree(String text, Problems problems) {
        this.problems = problems;
        LoadSettings settings = LoadSettings.builder()
                .setCodePointLimit(FileText.MOST_BYTES)
                .setParseComments(false)
                .build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    /** The document of the text. */
    static Value read(String text, Problems problems) {
        try {
            return new YamlTree(text, problems).document();
        } catch (MarkedYamlEngineException broken) {
            throw syntax(broken, problems);
        } catch (YamlEngineException broken) {
            throw problems.fatal(
                    Place.START, "the file is not YAML: it cannot be read as YAML 1.2", "Check its first lines.");
        }
    }

    /** The exception's message is left out, since it quotes the file; the problem alone doesn't. */
    private static DponeException syntax(MarkedYamlEngineException broken, Problems problems) {
        // What is never closed is wrong where it begins.
        Optional<Mark> beginning =
                broken.getProblem().contains("end of stream") ? broken.getContextMark() : Optional.empty();
        Place at = beginning.or(broken::getProblemMark).map(YamlTree::place).orElse(Place.START);
        return broken.getProblem().contains("\\t")
                ? problems.fatal(at, "the file is not YAML: a tab stands where blanks must", "Indent with blanks.")
                : problems.fatal(
                        at,
                        "the file is not YAML: " + broken.getProblem().replaceAll("\\s+", " "),
                        "Check the indentation and the quotes of this line and of the one before it.");
    }

    private Value document() {
        events.next();
        Event start = events.next();
        if (!(start instanceof DocumentStartEvent document)) {
            throw problems.fatal(Place.START, "the file is empty", "Write a mapping into it.");
        }
        refuseDirectives(document);
        Event first = events.next();
        Value value = value(first, "", place(first));
        events.next();
        if (events.next() instanceof DocumentStartEvent second) {
            throw problems.fatal(
                    place(second), "the file holds a second document", "Remove the line '---', or split the file.");
        }
        return value;
    }

    private void refuseDirectives(DocumentStartEvent document) {
        boolean otherVersion = document.getSpecVersion()
                .filter(version -> version.getMajor() != 1 || version.getMinor() != 2)
                .isPresent();
        if (otherVersion) {
            throw problems.fatal(place(document), "the file is not YAML 1.2", "Remove the line '%YAML'.");
        }
    }

    /** @param key the place of the key that holds the value, or its own */
    private Value value(Event event, String path, Place key) {
        if (event instanceof AliasEvent alias) {
            return aliased(alias, path);
        }
        count(1, place(event));
        int before = values;
        Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
        anchor.ifPresent(open::add);
        Value value = event instanceof ScalarEvent scalar ? scalar(scalar, path) : collection(event, path, key);
        anchor.ifPresent(name -> {
            open.remove(name);
            anchors.put(name, new Anchored(value, values - before + 1));
        });
        return value;
    }

    private Value aliased(AliasEvent alias, String path) {
        Anchor name = alias.getAlias();
        if (open.contains(name)) {
            throw problems.fatal(
                    place(alias), "the alias *" + name + " stands inside the value it refers to", "Remove the alias.");
        }
        Anchored anchored = anchors.get(name);
        if (anchored == null) {
            throw problems.fatal(
                    place(alias),
                    "the alias *" + name + " refers to no anchor above it",
                    "Write &" + name + " at the value it shall repeat.");
        }
        count(anchored.size(), place(alias));
        return anchored.value().at(path);
    }

    private void count(int more, Place at) {
        values += more;
        if (values > MOST_VALUES) {
            throw problems.fatal(
                    at,
                    "the file must hold at most " + MOST_VALUES + " values, aliases followed, but holds more",
                    "Split it into several files, or use fewer aliases.");
        }
    }

    private Scalar scalar(ScalarEvent event, String path) {
        event.getTag().ifPresent(tag -> refuseTag(event, path, tag));
        Scalar.Kind kind = event.isPlain() ? Scalar.kindOf(event.getValue()) : Scalar.Kind.TEXT;
        return new Scalar(place(event), path, kind, event.getValue());
    }

    private Value collection(Event event, String path, Place key) {
        CollectionStartEvent start = (CollectionStartEvent) event;
        start.getTag().ifPresent(tag -> refuseTag(event, path, tag));
        if (++depth > MOST_DEPTH) {
            throw problems.fatal(
                    place(event), "the file nests deeper than " + MOST_DEPTH + " levels", "Write it flatter.");
        }
        Value value = start instanceof MappingStartEvent ? mapping(path, key) : list(path, place(event));
        depth--;
        return value;
    }

    private Items list(String path, Place place) {
        List<Value> items = new ArrayList<>();
        for (Event next = events.next(); next instanceof NodeEvent; next = events.next()) {
            items.add(value(next, Items.item(path, items.size()), place(next)));
        }
        return new Items(place, path, items);
    }

    private Entries mapping(String path, Place place) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        for (Event next = events.next(); next instanceof NodeEvent; next = events.next()) {
            Scalar key = key(next, path);
            String keyPath = Value.child(path, key.text());
            Entry entry = new Entry(key.place(), value(events.next(), keyPath, key.place()));
            Entry earlier = entries.putIfAbsent(key.text(), entry);
            if (earlier != null) {
                problems.add(
                        key.place(),
                        keyPath,
                        "is written twice, first at line " + earlier.place().line(),
                        "Remove one of the two.");
            }
        }
        return new Entries(place, path, entries);
    }

    private Scalar key(Event event, String path) {
        Value key = value(event, path, place(event));
        if (!(key instanceof Scalar scalar)) {
            throw problems.fatal(place(event), "the key must be text, but was " + key.shown(), "Write a plain word.");
        }
        if (scalar.kind() != Scalar.Kind.TEXT) {
            problems.add(
                    scalar.place(),
                    Value.child(path, scalar.text()),
                    "must have text as its key, but it was " + scalar.shown(),
                    "Write the key in quotes.");
        }
        return scalar;
    }

    private void refuseTag(Event event, String path, String tag) {
        problems.add(
                place(event),
                path,
                "has the tag " + Shown.shortened(tag.replace("tag:yaml.org,2002:", "!!")),
                "Remove the tag: the value itself says its type.");
    }

    private static Place place(Event event) {
        return event.getStartMark().map(YamlTree::place).orElse(Place.START);
    }

    private static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    /** For callers that need the type of what {@link Problems#fatal} gives. */
    static DponeException notAMapping(Value value, Problems problems) {
        return problems.fatal(
                value.place(), "the file must hold a mapping, but holds " + value.shown(), "Write 'key: value' lines.");
    }
}
