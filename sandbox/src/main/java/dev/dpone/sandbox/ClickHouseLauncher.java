package dev.dpone.sandbox;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The child JVM that hosts the ClickHouse engine. The engine's last statement reads standard input, so it ends when
 * the parent closes that pipe or dies. Arguments: the library, the server's folder, then the engine's own arguments.
 *
 * <p>Uses nothing of dpone, so that the child's class path stays two entries long.
 */
public final class ClickHouseLauncher {
    private static final long STOP_MILLIS = 10_000;

    private ClickHouseLauncher() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        Thread watch = new Thread(() -> haltAfterInput(folder), "watch-parent");
        watch.setDaemon(true);
        watch.start();
        String[] engine = new String[arguments.length - 1];
        engine[0] = "clickhouse";
        System.arraycopy(arguments, 2, engine, 1, engine.length - 1);
        Pointer result = (Pointer) NativeLibrary.getInstance(arguments[0])
                .getFunction("chdb_query_cmdline")
                .invoke(Pointer.class, new Object[] {engine.length, new StringArray(engine, "UTF-8")});
        Folders.delete(folder);
        // The engine leaves threads behind that would keep the JVM alive.
        Runtime.getRuntime().halt(result == null ? 1 : 0);
    }

    /** The engine may be busy when the input ends; the process must end all the same, and leave nothing. */
    private static void haltAfterInput(Path folder) {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
            Thread.sleep(STOP_MILLIS);
            Folders.delete(folder);
        } catch (IOException | InterruptedException e) {
            System.err.println("watch-parent: " + e);
        }
        Runtime.getRuntime().halt(1);
    }
}
