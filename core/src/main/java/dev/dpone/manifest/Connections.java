package dev.dpone.manifest;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ConnectionSpec;
import dev.dpone.spi.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Connections by id, from a file and from environment variables {@code DPONE_CONN_<ID>_<FIELD>} on top of it.
 * References of the file ({@code ${NAME}}, {@code file:PATH}) are followed only for the connection asked for. What is
 * wrong is {@link ErrorCode#CONNECTION_INVALID}; no message holds a password or a URL. Instances are immutable.
 */
public final class Connections {
    /** The name of the file beside a manifest. */
    public static final String FILE_NAME = "connections.yaml";

    private final ConnectionsFile file;
    private final ConnectionVariables variables;
    private final References references;

    private Connections(ConnectionsFile file, Map<String, String> environment) {
        this.file = file;
        this.variables = new ConnectionVariables(Map.copyOf(environment));
        this.references = new References(Map.copyOf(environment), folder(file.file()));
    }

    /** The connections of {@value #FILE_NAME} beside the manifest, which need not exist, and of the environment. */
    public static Connections beside(Path manifest, Map<String, String> environment) {
        Path file = manifest.resolveSibling(FILE_NAME);
        return new Connections(
                Files.exists(file) ? ConnectionsFile.read(file) : ConnectionsFile.none(file), environment);
    }

    /** The connections of a file, which must exist, and of the environment. */
    public static Connections in(Path file, Map<String, String> environment) {
        return new Connections(ConnectionsFile.read(file), environment);
    }

    /** The connection for an engine: refused when the file says that it is one of another. */
    public ConnectionSpec resolve(String id, String type) {
        Optional<String> authored = file.type(id).filter(other -> !other.equals(type));
        if (authored.isPresent()) {
            throw new DponeException(
                    ErrorCode.CONNECTION_INVALID,
                    "connection " + Shown.text(id) + " must be of type " + type + ", but " + file.file() + " says "
                            + authored.get(),
                    "Name another connection_id in the manifest, or correct the type.");
        }
        return resolve(id);
    }

    /** The connection. */
    public ConnectionSpec resolve(String id) {
        Map<ConnectionField, Given> authored = file.fields(id);
        Map<ConnectionField, Given> overriding = variables.fields(id);
        if (!file.byId().containsKey(id) && overriding.isEmpty()) {
            throw unknown(id);
        }
        Map<ConnectionField, Given> fields = combined(authored, overriding);
        Map<String, String> settings = new LinkedHashMap<>();
        file.settings(id)
                .forEach((name, given) ->
                        settings.put(name, references.follow(given).text()));
        Optional.ofNullable(overriding.get(ConnectionField.SETTINGS))
                .ifPresent(given ->
                        ConnectionVariables.settings(given).forEach((name, value) -> settings.put(name, value.text())));
        return spec(id, fields, settings);
    }

    private ConnectionSpec spec(String id, Map<ConnectionField, Given> fields, Map<String, String> settings) {
        return new ConnectionSpec(
                id,
                text(fields, ConnectionField.URL, ConnectionKeys.URL).map(Secret::new),
                text(fields, ConnectionField.HOST, ConnectionKeys.HOST),
                port(fields),
                text(fields, ConnectionField.DATABASE, ConnectionKeys.DATABASE),
                text(fields, ConnectionField.USERNAME, ConnectionKeys.USERNAME),
                text(fields, ConnectionField.PASSWORD, ConnectionKeys.PASSWORD).map(Secret::new),
                flag(fields, ConnectionField.SECURE),
                flag(fields, ConnectionField.TRUST_SERVER_CERTIFICATE).orElse(false),
                text(fields, ConnectionField.CA_CERT, ConnectionKeys.CA_CERT).map(Path::of),
                settings);
    }

    /** The file's fields, references followed, with the environment's on top. */
    private Map<ConnectionField, Given> combined(
            Map<ConnectionField, Given> authored, Map<ConnectionField, Given> overriding) {
        Map<ConnectionField, Given> fields = new EnumMap<>(ConnectionField.class);
        authored.forEach((field, given) -> {
            boolean replaced = overriding.containsKey(field)
                    || (overriding.containsKey(ConnectionField.URL) && replacedByUrl(field));
            if (!replaced) {
                fields.put(field, references.follow(given));
            }
        });
        fields.putAll(overriding);
        Given encrypt = fields.remove(ConnectionField.ENCRYPT);
        if (encrypt != null) {
            Given secure = overriding.getOrDefault(ConnectionField.SECURE, encrypt);
            if (!secure.text().equalsIgnoreCase(encrypt.text())) {
                throw conflict(secure, encrypt);
            }
            fields.put(ConnectionField.SECURE, encrypt);
        }
        Given url = fields.get(ConnectionField.URL);
        if (url != null) {
            fields.forEach((field, given) -> {
                if (replacedByUrl(field)) {
                    throw conflict(given, url);
                }
            });
        }
        return fields;
    }

    private static boolean replacedByUrl(ConnectionField field) {
        return ConnectionVariables.REPLACED_BY_URL.contains(field.key());
    }

    private static DponeException conflict(Given one, Given other) {
        return new DponeException(
                ErrorCode.CONNECTION_INVALID,
                one.origin() + " and " + other.origin() + " contradict each other",
                "Remove one of the two.");
    }

    private static Optional<String> text(Map<ConnectionField, Given> fields, ConnectionField field, TextShape shape) {
        Given given = fields.get(field);
        if (given == null) {
            return Optional.empty();
        }
        if (!shape.pattern().matcher(given.text()).matches()) {
            throw invalid(given, shape, shape.rule(), shape.secret());
        }
        return Optional.of(given.text());
    }

    private static OptionalInt port(Map<ConnectionField, Given> fields) {
        Given given = fields.get(ConnectionField.PORT);
        if (given == null) {
            return OptionalInt.empty();
        }
        Scalar scalar = new Scalar(Place.START, "", Scalar.kindOf(given.text()), given.text());
        long port = scalar.wholeNumber().orElse(0);
        if (port < ConnectionKeys.PORT.minimum() || port > ConnectionKeys.PORT.maximum()) {
            throw invalid(given, ConnectionKeys.PORT, "Write the port in plain digits.", false);
        }
        return OptionalInt.of((int) port);
    }

    private static Optional<Boolean> flag(Map<ConnectionField, Given> fields, ConnectionField field) {
        Given given = fields.get(field);
        if (given == null) {
            return Optional.empty();
        }
        return switch (given.text().toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> throw invalid(given, new SwitchShape(), "Write true or false.", false);
        };
    }

    private static DponeException invalid(Given given, Shape shape, String rule, boolean secret) {
        String was = secret ? "" : ", but was " + Shown.text(given.text());
        return new DponeException(
                ErrorCode.CONNECTION_INVALID, given.origin() + " must be " + shape.words() + was, rule);
    }

    private DponeException unknown(String id) {
        String prefix = ConnectionVariables.prefix(id);
        String near = Nearest.to(id, file.byId().keySet())
                .map(known -> "Did you mean '" + known + "'? If not, write '")
                .orElse("Write '");
        return new DponeException(
                ErrorCode.CONNECTION_INVALID,
                "connection " + Shown.text(id) + " is neither in " + file.file() + " nor in the environment",
                near + Shown.key(id) + ":' with host, port, database, username and password under 'connections:' in "
                        + file.file() + ", or set " + prefix + "HOST, " + prefix + "PORT, " + prefix + "DATABASE, "
                        + prefix + "USERNAME and " + prefix + "PASSWORD.");
    }

    private static Path folder(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }
}
