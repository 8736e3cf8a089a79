package dev.dpone.manifest;

/** Every key of a connections file. */
final class ConnectionKeys {
    private static final String NO_CONTROL = "[^\\u0000-\\u001f\\u007f-\\u009f]";

    static final TextShape HOST = TextShape.of(
            "[A-Za-z0-9._:%\\[\\]-]{1,255}", "a host", "Write a host name or an address, and the port as 'port'.");
    static final TextShape DATABASE = TextShape.of(
            NO_CONTROL + "{1,255}", "a database", "A database's name has 1 to 255 characters, no control characters.");
    static final TextShape USERNAME = TextShape.of(
            NO_CONTROL + "{1,255}", "a user", "A user's name has 1 to 255 characters, no control characters.");
    static final TextShape PASSWORD =
            TextShape.secret(NO_CONTROL + "{0,65536}", "a password", "A password has no control characters.");
    static final TextShape URL = TextShape.secret(
            "[^\\s\\u0000-\\u0020\\u007f-\\u009f]{1,65536}", "a URL", "A URL has no blanks and no control characters.");
    static final TextShape CA_CERT = TextShape.of(
            "(?!file:|~)" + NO_CONTROL + "{1,1024}",
            "the path of a PEM file",
            "Write the path alone; '~' and 'file:' are not replaced.");
    static final TextShape SETTING_NAME = TextShape.of(
            "[A-Za-z][A-Za-z0-9_.]{0,127}", "a setting's name", "A setting's name has letters, digits, '_' and '.'.");
    static final WholeShape PORT = new WholeShape(1, 65_535);
    static final ChoiceShape TYPE = ChoiceShape.of("clickhouse", "postgres", "mssql");

    static final FieldsShape ROOT = FieldsShape.of(
            "",
            Key.of("connections", new MapShape("<id>", Texts.CONNECTION_ID, connection()), "The connections by id.")
                    .required());

    static final KeyIndex KNOWN = new KeyIndex(connection());

    private ConnectionKeys() {}

    private static FieldsShape connection() {
        return FieldsShape.of(
                "connection",
                Key.of("type", TYPE, "The engine; checked against the manifest when written."),
                Key.of("host", new ReferenceShape(HOST), "The server."),
                Key.of("port", new ReferenceShape(PORT), "Its port."),
                Key.of("database", new ReferenceShape(DATABASE), "The database."),
                Key.of("username", new ReferenceShape(USERNAME), "The user."),
                Key.of(
                        "password",
                        new ReferenceShape(PASSWORD),
                        "The password; a literal one only in a file that others can't read."),
                Key.of("secure", new ReferenceShape(new SwitchShape()), "TLS."),
                Key.of(
                        "trust_server_certificate",
                        new ReferenceShape(new SwitchShape()),
                        "Don't check the server's certificate."),
                Key.of("ca_cert", new ReferenceShape(CA_CERT), "PEM file of the authorities to trust."),
                Key.of(
                        "settings",
                        new MapShape("<setting>", SETTING_NAME, new SettingShape()),
                        "Settings for the server or the driver."),
                Key.of("url", new ReferenceShape(URL), "A JDBC URL, instead of host, port and database."));
    }
}
