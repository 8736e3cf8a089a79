package dev.dpone.files;

import java.io.IOException;
import java.nio.file.Path;

/** Creates one new file after the other, and replaces another again and again, until it is killed. */
final class FileWritingProcess {
    static final int BYTES = 2 << 20;

    private FileWritingProcess() {}

    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        for (int i = 0; ; i++) {
            DurableFiles.create(directory.resolve("new-" + i), new byte[BYTES]);
            DurableFiles.replace(directory.resolve("same"), new byte[BYTES]);
            System.out.println(i);
        }
    }
}
