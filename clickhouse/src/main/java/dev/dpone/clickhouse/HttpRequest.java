package dev.dpone.clickhouse;

import dev.dpone.spi.Secret;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One statement for the server's HTTP interface: the statement is the body, settings are parameters, credentials are
 * headers.
 */
record HttpRequest(String statement, Map<String, String> parameters) {

    byte[] bytes(Endpoint endpoint) {
        byte[] body = statement.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder(512);
        head.append("POST ").append(target(endpoint)).append(" HTTP/1.1\r\n");
        header(head, "Host", endpoint.address().toString());
        header(head, "User-Agent", "dpone");
        header(head, "Connection", "close");
        header(head, "Content-Type", "text/plain; charset=utf-8");
        header(head, "Content-Length", Integer.toString(body.length));
        header(head, "Accept-Encoding", "1".equals(parameters.get("enable_http_compression")) ? "gzip" : "identity");
        endpoint.username().ifPresent(name -> header(head, "X-ClickHouse-User", name));
        endpoint.password().map(Secret::reveal).ifPresent(key -> header(head, "X-ClickHouse-Key", key));
        head.append("\r\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream(head.length() + body.length);
        out.writeBytes(head.toString().getBytes(StandardCharsets.UTF_8));
        out.writeBytes(body);
        return out.toByteArray();
    }

    private String target(Endpoint endpoint) {
        StringBuilder target = new StringBuilder("/?default_format=Native");
        if (!endpoint.address().database().isEmpty()) {
            parameter(target, "database", endpoint.address().database());
        }
        parameters.forEach((name, value) -> parameter(target, name, value));
        return target.toString();
    }

    private static void parameter(StringBuilder target, String name, String value) {
        target.append('&')
                .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    private static void header(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }
}
