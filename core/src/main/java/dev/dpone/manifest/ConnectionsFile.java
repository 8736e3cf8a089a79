package dev.dpone.manifest;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A connections file, checked; its references are not followed. */
final class ConnectionsFile {
    private final Path file;
    private final Map<String, Entry> byId;

    private ConnectionsFile(Path file, Map<String, Entry> byId) {
        this.file = file;
        this.byId = byId;
    }

    /** A file without connections. */
    static ConnectionsFile none(Path file) {
        return new ConnectionsFile(file, Map.of());
    }

    static ConnectionsFile read(Path file) {
        Problems problems = new Problems(file.toString(), ErrorCode.CONNECTION_INVALID, ConnectionKeys.KNOWN);
        byte[] bytes = BoundedFile.read(file, FileText.MOST_BYTES, ErrorCode.CONNECTION_INVALID);
        Value root = YamlTree.read(FileText.of(bytes, problems), problems);
        if (!(root instanceof Entries mapping)) {
            throw YamlTree.notAMapping(root, problems);
        }
        ConnectionKeys.ROOT.check(mapping, problems);
        Map<String, Entry> byId = mapping.entriesAt("connections");
        refuseSharedVariables(byId, problems);
        byId.values().forEach(entry -> checkConnection(entry.value(), problems));
        problems.throwIfAny();
        refuseReadableSecrets(file, byId);
        return new ConnectionsFile(file, byId);
    }

    Path file() {
        return file;
    }

    Map<String, Entry> byId() {
        return byId;
    }

    Optional<String> type(String id) {
        return connection(id).flatMap(connection -> connection.text("type"));
    }

    private Optional<Value> connection(String id) {
        return Optional.ofNullable(byId.get(id)).map(Entry::value);
    }

    /** The single fields of a connection. */
    Map<ConnectionField, Given> fields(String id) {
        Map<ConnectionField, Given> fields = new EnumMap<>(ConnectionField.class);
        for (ConnectionField field : ConnectionField.values()) {
            connection(id)
                    .flatMap(connection -> connection.find(field.key()))
                    .filter(Scalar.class::isInstance)
                    .ifPresent(value -> fields.put(field, given((Scalar) value)));
        }
        return fields;
    }

    /** The settings of a connection. */
    Map<String, Given> settings(String id) {
        Map<String, Given> settings = new LinkedHashMap<>();
        connection(id)
                .map(connection -> connection.entriesAt("settings"))
                .orElse(Map.of())
                .forEach((name, entry) -> settings.put(name, given((Scalar) entry.value())));
        return settings;
    }

    private Given given(Scalar scalar) {
        return new Given(scalar.text(), file + ":" + scalar.place() + ": " + scalar.path());
    }

    private static void refuseSharedVariables(Map<String, Entry> byId, Problems problems) {
        Map<String, String> idByPrefix = new HashMap<>();
        byId.forEach((id, entry) -> {
            String twin = idByPrefix.putIfAbsent(ConnectionVariables.prefix(id), id);
            if (twin != null) {
                problems.add(
                        entry.place(),
                        entry.value().path(),
                        "has the same environment variables as " + Shown.text(twin) + ", "
                                + ConnectionVariables.prefix(id) + "...",
                        "Rename one of the two.");
            }
        });
    }

    private static void checkConnection(Value connection, Problems problems) {
        connection.find("url").ifPresent(url -> {
            for (String replaced : ConnectionVariables.REPLACED_BY_URL) {
                connection
                        .find(replaced)
                        .ifPresent(value -> problems.add(
                                value.place(), value.path(), "has no meaning beside url", "Remove it, or remove url."));
            }
        });
        connection.entriesAt("settings").forEach((name, entry) -> {
            if (SecretRule.namesSecret(name)) {
                problems.add(
                        entry.place(),
                        entry.value().path(),
                        "holds a secret, and a setting is not kept secret",
                        "Write it as password, or inside url.");
            }
        });
    }

    private static void refuseReadableSecrets(Path file, Map<String, Entry> byId) {
        for (Map.Entry<String, Entry> entry : byId.entrySet()) {
            Value connection = entry.getValue().value();
            boolean literal = connection
                            .text("password")
                            .filter(text -> !References.literalPart(text).isEmpty())
                            .isPresent()
                    || connection
                            .text("url")
                            .filter(text -> SecretRule.holdsSecret(References.literalPart(text)))
                            .isPresent();
            if (literal && othersMayRead(file)) {
                throw new DponeException(
                        ErrorCode.CONNECTION_INVALID,
                        file + " holds the password of " + Shown.text(entry.getKey()) + " and may be read by everyone",
                        "Run 'chmod 600 " + file + "', or write ${NAME} or file:PATH instead of the password.");
            }
        }
    }

    private static boolean othersMayRead(Path file) {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (UnsupportedOperationException | IOException noPosixPermissions) {
            return false;
        }
    }
}
