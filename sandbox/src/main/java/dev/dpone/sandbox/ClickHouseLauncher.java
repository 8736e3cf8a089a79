package dev.dpone.sandbox;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;

/**
 * The JVM that hosts the ClickHouse engine. Arguments: the library, then the engine's own. Uses nothing of dpone, so that the class path stays two entries long.
 */
public final class ClickHouseLauncher {
    private ClickHouseLauncher() {}

    public static void main(String[] arguments) {
        String[] engine = arguments.clone();
        engine[0] = "clickhouse";
        Pointer result = (Pointer) NativeLibrary.getInstance(arguments[0])
                .getFunction("chdb_query_cmdline")
                .invoke(Pointer.class, new Object[] {engine.length, new StringArray(engine, "UTF-8")});
        // The engine leaves threads behind that would keep the JVM alive.
        Runtime.getRuntime().halt(result == null ? 1 : 0);
    }
}
