package dev.dpone.cli;

import picocli.CommandLine.IVersionProvider;

/** The program's version, from the jar's manifest; {@code dev} when run from classes. */
final class Version implements IVersionProvider {
    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"dpone " + text()};
    }
}
