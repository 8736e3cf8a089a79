package dev.dpone.clickhouse;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The head of a response, and its body whose read returns -1 only at its proven end: after the terminating chunk, or after
 * Content-Length bytes.
 */
record HttpResponse(int status, Map<String, String> headers, InputStream body) {
    private static final int MOST_HEAD_BYTES = 256 * 1024;
    private static final int MOST_LINE_BYTES = 32 * 1024;

    static HttpResponse read(InputStream raw) throws IOException {
        InputStream in = new BufferedInputStream(raw, 32 * 1024);
        int status = status(line(in));
        while (status >= 100 && status < 200) {
            headers(in);
            status = status(line(in));
        }
        Map<String, String> headers = headers(in);
        return new HttpResponse(status, headers, body(in, headers));
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    private static int status(String line) throws IOException {
        if (line.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
            return Integer.parseInt(line.substring(9, 12));
        }
        throw BodyException.malformed("it does not answer in HTTP");
    }

    private static Map<String, String> headers(InputStream in) throws IOException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        int bytes = 0;
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw BodyException.malformed("it sends a header line without a colon");
            }
            String name = line.substring(0, colon);
            if (name.equalsIgnoreCase("X-ClickHouse-Progress")) {
                continue; // any number of them may come before the result
            }
            bytes += line.length();
            if (bytes > MOST_HEAD_BYTES) {
                throw BodyException.malformed("its headers pass " + MOST_HEAD_BYTES + " bytes");
            }
            headers.put(name, line.substring(colon + 1).strip());
        }
        return headers;
    }

    private static InputStream body(InputStream in, Map<String, String> headers) throws IOException {
        String coding = headers.getOrDefault("Transfer-Encoding", "identity");
        if (coding.equalsIgnoreCase("chunked")) {
            return new ChunkedBody(in);
        }
        if (!coding.equalsIgnoreCase("identity")) {
            throw BodyException.malformed("it sends the unknown Transfer-Encoding " + Sql.shortened(coding));
        }
        String length = headers.getOrDefault("Content-Length", "");
        if (!length.matches("[0-9]{1,18}")) {
            throw BodyException.malformed(
                    "its answer has neither chunks nor a length, so that its end can't be proven");
        }
        return new LengthBody(in, Long.parseLong(length));
    }

    /** One line without its end. */
    static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw BodyException.cut("the connection was closed within a line of HTTP");
            }
            if (line.size() == MOST_LINE_BYTES) {
                throw BodyException.malformed("it sends a line of HTTP longer than " + MOST_LINE_BYTES + " bytes");
            }
            line.write(b);
        }
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
