package dev.dpone.clickhouse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Answers as one generation of servers does, byte for byte as recorded from ClickHouse 26.7 and 18.16: metadata from a few
 * rules, the data query with the bytes that a test gives.
 */
final class ScriptedServer implements AutoCloseable {
    /** What the server does with the data query. */
    interface Script {
        void answer(OutputStream out, Socket socket) throws Exception;
    }

    enum Generation {
        NEW("26.7.2.1"),
        OLD("18.16.1");

        private final String version;

        Generation(String version) {
            this.version = version;
        }
    }

    static final String TAG = "ztcnyptbxcifmhxw";

    private final ServerSocket listener;
    private final Generation generation;
    private final Script script;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch killed = new CountDownLatch(1);
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    ScriptedServer(Generation generation, Script script) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.generation = generation;
        this.script = script;
        Thread thread = new Thread(this::serve, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Heads and bodies of the requests so far. */
    List<String> requests() {
        return requests;
    }

    boolean awaitKill() throws InterruptedException {
        return killed.await(20, TimeUnit.SECONDS);
    }

    private void serve() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                Thread thread = new Thread(() -> talk(socket), "scripted-connection");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private void talk(Socket socket) {
        try (socket) {
            String request = request(socket.getInputStream());
            requests.add(request);
            String sql = request.substring(request.indexOf("\r\n\r\n") + 4);
            OutputStream out = socket.getOutputStream();
            if (sql.startsWith("KILL QUERY")) {
                killed.countDown();
                out.write(head(""));
                out.write(end());
            } else if (sql.startsWith("SELECT `")) {
                script.answer(out, socket);
            } else {
                out.write(head(""));
                out.write(chunk(metadata(sql)));
                out.write(end());
            }
            out.flush();
        } catch (IOException e) {
            // The client went away, as some tests mean it to.
            return;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String request(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
            int b = in.read();
            if (b < 0) {
                throw new IOException("no request");
            }
            head.write(b);
        }
        String text = head.toString(StandardCharsets.UTF_8);
        String length = text.replaceAll("(?s).*Content-Length: (\\d+).*", "$1");
        byte[] body = in.readNBytes(Integer.parseInt(length));
        return URLDecoder.decode(text, StandardCharsets.UTF_8) + new String(body, StandardCharsets.UTF_8);
    }

    private byte[] metadata(String sql) {
        if (sql.startsWith("SELECT version()")) {
            return Native.block(
                    Native.strings("version()", generation.version),
                    Native.strings("hostName()", "host"),
                    Native.strings("currentDatabase()", "default"));
        } else if (sql.contains("system.settings")) {
            return generation == Generation.OLD
                    ? Native.block(Native.strings("name", "max_block_size", "extremes"))
                    : Native.block(Native.strings("name", "max_block_size", "extremes", "session_timezone"));
        } else if (sql.contains("system.functions")) {
            return Native.block(Native.strings("name", "hostName"));
        }
        throw new IllegalArgumentException(sql);
    }

    byte[] head(String more) {
        String tag = generation == Generation.NEW
                ? "X-ClickHouse-Format: Native\r\nX-ClickHouse-Exception-Tag: " + TAG + "\r\n"
                : "";
        return ("HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Type: application/octet-stream\r\n"
                        + "X-ClickHouse-Server-Display-Name: vm\r\nTransfer-Encoding: chunked\r\n" + tag + more
                        + "\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** One chunk; none at all for no bytes, since that would be the terminating one. */
    static byte[] chunk(byte[] bytes) {
        if (bytes.length == 0) {
            return bytes;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(bytes);
        out.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
        return out.toByteArray();
    }

    static byte[] end() {
        return "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    }

    /** The trailer of servers since 25.11. */
    static byte[] tagged(String message) {
        return ("\r\n__exception__\r\n" + TAG + "\r\n" + message + "\n" + (message.length() + 1) + " " + TAG
                        + "\r\n__exception__\r\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
