package dev.dpone.mssql;

import dev.dpone.spi.TableRef;
import java.nio.file.Path;
import java.util.List;

/** The command line of Microsoft's bcp for a sealed file, to be read and copied; server, database and user are the reader's. */
final class BcpCommand {
    private BcpCommand() {}

    /**
     * NULL stays NULL (-k), one wrong row ends the load (-m 1), all rows are one batch. The format file states the fields; -n
     * beside it would contradict it.
     */
    static String text(Path file, Path formatFile, TableRef table) {
        return String.join(
                " ",
                List.of(
                        "bcp",
                        quoted(Identifier.quoted(table)),
                        "in",
                        quoted(file.toString()),
                        "-f",
                        quoted(formatFile.toString()),
                        "-S \"$SERVER\" -d \"$DATABASE\" -U \"$LOGIN\"",
                        "-k -m 1",
                        "-h TABLOCK",
                        "-e",
                        quoted(file + ".rejected")));
    }

    /** For a POSIX shell. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
