package dev.dpone.clickhouse;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * One statement sent once over a connection of its own, and its answer. Nothing is ever sent twice. Reading is for one
 * thread; {@link #close} may come from any.
 */
final class Exchange implements AutoCloseable {
    private static final int MOST_MESSAGE_BYTES = 16 * 1024;
    private static final int MOST_REST_BYTES = 256 * 1024;
    private static final int REST_MILLIS = 2_000;

    private final Endpoint endpoint;
    private final HttpRequest request;
    private final String what;
    private final Transport transport;
    private @Nullable HttpResponse response;
    private @Nullable TailInput body;

    private Exchange(Endpoint endpoint, HttpRequest request, String what, Transport transport) {
        this.endpoint = endpoint;
        this.request = request;
        this.what = what;
        this.transport = transport;
    }

    /**
     * Sends the statement without waiting for the answer.
     *
     * @param what the statement's name in messages
     */
    static Exchange send(Endpoint endpoint, TlsTrust trust, HttpRequest request, String what) {
        Transport transport = Transport.connect(endpoint, trust);
        Exchange exchange = new Exchange(endpoint, request, what, transport);
        try {
            transport.send(request.bytes(endpoint));
            return exchange;
        } catch (IOException e) {
            exchange.close();
            throw exchange.failure(e);
        }
    }

    /** Waits for the answer's head; refusals are thrown. The body ends only where its end is proven. */
    InputStream answer() throws IOException {
        HttpResponse head = HttpResponse.read(transport.input());
        response = head;
        if (head.status() != 200 || head.header("X-ClickHouse-Exception-Code").isPresent()) {
            throw refused(head);
        }
        if (head.headers().keySet().stream().noneMatch(name -> name.regionMatches(true, 0, "X-ClickHouse-", 0, 13))) {
            throw BodyException.malformed("the answer does not come from ClickHouse");
        }
        String format = head.header("X-ClickHouse-Format").orElse("Native");
        if (!format.equals("Native")) {
            throw BodyException.malformed("the answer has the format " + Sql.shortened(format) + " in place of Native");
        }
        body = new TailInput(decoded(head));
        return body;
    }

    private InputStream decoded(HttpResponse head) throws IOException {
        String coding = head.header("Content-Encoding").orElse("identity");
        boolean gzip = coding.equalsIgnoreCase("gzip");
        if (!gzip && !coding.equalsIgnoreCase("identity")) {
            throw BodyException.malformed("the answer has the unknown Content-Encoding " + Sql.shortened(coding));
        }
        InputStream plain = gzip ? new GzipBody(head.body()) : head.body();
        return "1".equals(request.parameters().get("compress")) ? new Lz4Body(plain) : plain;
    }

    private DponeException refused(HttpResponse head) throws IOException {
        if (head.status() >= 300 && head.status() < 400) {
            throw BodyException.malformed("it answers with the redirect " + head.status());
        }
        boolean gzip = head.header("Content-Encoding").orElse("").equalsIgnoreCase("gzip");
        byte[] bytes = new byte[MOST_MESSAGE_BYTES];
        int read = 0;
        try {
            InputStream text = gzip ? new GzipBody(head.body()) : head.body();
            for (int n = 0; n >= 0 && read < bytes.length; n = text.read(bytes, read, bytes.length - read)) {
                read += n;
            }
        } catch (IOException e) {
            // What came of the message is all there is to show.
            transport.close();
        }
        ServerMessage message = ServerMessage.of(Arrays.copyOf(bytes, read));
        boolean speaks = message.code() != 0;
        return ServerFailure.of(
                endpoint.address(),
                what,
                speaks ? message : new ServerMessage(0, "HTTP status " + head.status() + ", " + message.text()));
    }

    /**
     * The server's own message, if the answer ended with one. Reads what is left, a bounded time and amount, since the
     * message comes last.
     */
    Optional<ServerMessage> lastWords() {
        TailInput in = body;
        HttpResponse head = response;
        if (in == null || head == null) {
            return Optional.empty();
        }
        boolean over = in.ended();
        byte[] rest = new byte[16 * 1024];
        try {
            transport.limitReads(REST_MILLIS);
            long until = in.seen() + MOST_REST_BYTES;
            long started = System.nanoTime();
            while (!over && in.seen() < until && System.nanoTime() - started < REST_MILLIS * 1_000_000L) {
                over = in.read(rest, 0, rest.length) < 0;
            }
        } catch (SocketTimeoutException e) {
            over = false;
        } catch (IOException e) {
            over = true;
        }
        Optional<String> tag = head.header("X-ClickHouse-Exception-Tag");
        return over ? ServerMessage.after(in.tail(), tag) : Optional.empty();
    }

    /** What a failed read or write means. */
    DponeException failure(IOException e) {
        String of = "The answer to " + what + " from ClickHouse at " + endpoint.address();
        if (e instanceof SocketTimeoutException) {
            return new DponeException(
                    ErrorCode.SOURCE_STALLED,
                    "ClickHouse at " + endpoint.address() + " sent nothing for " + endpoint.readMillis() / 1000
                            + " seconds in " + what,
                    "Raise " + Endpoint.READ_TIMEOUT
                            + " in the connection's settings if the query needs longer before its next row;"
                            + " otherwise look at the server and the network.",
                    e);
        } else if (e instanceof SSLException && response == null) {
            return TlsFailure.of(endpoint.address(), e);
        } else if (e instanceof BodyException malformed && !malformed.isCut()) {
            return new DponeException(
                    ErrorCode.SOURCE_MALFORMED,
                    of + " can't be read: " + e.getMessage(),
                    "Check that host and port are ClickHouse's HTTP interface (8123, with TLS 8443; not the native 9000),"
                            + " without a proxy that changes answers.",
                    e);
        }
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new DponeException(
                ErrorCode.SOURCE_TRUNCATED,
                of + " is not complete: " + reason,
                "Run again. If it happens again, look for timeouts of the server, of proxies and of the network.",
                e);
    }

    Address address() {
        return endpoint.address();
    }

    /** Ends the connection at once, without reading what is left. */
    @Override
    public void close() {
        transport.close();
    }
}
