package dev.dpone.faults;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** How children are started: this process's class path, and a class-data archive that halves their start-up time. */
final class ChildImage {
    private final String classPath;
    private final Optional<Path> archive;

    private ChildImage(String classPath, Optional<Path> archive) {
        this.classPath = classPath;
        this.archive = archive;
    }

    /**
     * @param folder for the archive, and for jars of folders, which an archive cannot be made of
     * @param archived false where the JVM crashes while it writes one, as Java 17 does with SQL Server's signed driver
     */
    static ChildImage of(Path folder, boolean archived) {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (Files.isDirectory(path)) {
                entries.add(jar(path, folder.resolve("classes-" + entries.size() + ".jar")));
            } else if (Files.exists(path)) {
                entries.add(path.toString());
            }
        }
        return new ChildImage(
                String.join(File.pathSeparator, entries),
                archived ? Optional.of(folder.resolve("children.jsa")) : Optional.empty());
    }

    private static String jar(Path folder, Path jar) {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(
                        new JarEntry(folder.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, entries);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jar.toString();
    }

    /** The command of a child with these arguments. The first one that ends by itself makes the archive. */
    List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off"));
        archive.ifPresent(file ->
                command.add((Files.exists(file) ? "-XX:SharedArchiveFile=" : "-XX:ArchiveClassesAtExit=") + file));
        command.addAll(List.of("-cp", classPath, FaultChild.class.getName()));
        command.addAll(arguments);
        return command;
    }
}
