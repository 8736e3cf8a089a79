package dev.dpone.sandbox;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * The child JVM that hosts the ClickHouse engine. It ends when its standard input does, which the parent's
 * death brings about. Arguments: the library, the server's folder, then the engine's own arguments.
 *
 * <p>Uses nothing of dpone, so that the child's class path stays two entries long.
 */
public final class ClickHouseLauncher {
    private static final int DELETIONS = 1_000;
    private static final Object LOCK = new Object();

    private ClickHouseLauncher() {}

    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[1]);
        Thread watch = new Thread(() -> endAfterInput(folder), "watch-parent");
        watch.setDaemon(true);
        watch.start();
        String[] engine = new String[arguments.length - 1];
        engine[0] = "clickhouse";
        System.arraycopy(arguments, 2, engine, 1, engine.length - 1);
        Pointer result = (Pointer) NativeLibrary.getInstance(arguments[0])
                .getFunction("chdb_query_cmdline")
                .invoke(Pointer.class, new Object[] {engine.length, new StringArray(engine, "UTF-8")});
        end(folder, result == null ? 1 : 0);
    }

    /** The engine would wait seconds for idle clients and running queries, but its data is of no more use. */
    private static void endAfterInput(Path folder) {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("Cannot watch the parent: " + e);
        }
        end(folder, 0);
    }

    /** Deletes the folder and ends the JVM although threads of the engine still run. */
    private static void end(Path folder, int status) {
        synchronized (LOCK) {
            for (int attempt = 1; attempt <= DELETIONS; attempt++) {
                try {
                    Folders.delete(folder);
                    break;
                } catch (IOException e) {
                    // The engine has put a new file into a folder that was just emptied.
                }
            }
            Runtime.getRuntime().halt(status);
        }
    }
}
