package dev.dpone.state.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFileSystemTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "NFS", "cifs", "smb3", "smbfs", "fuse.sshfs", "fuse.s3fs", "fuse", "afs"})
    void refusesNetworkFileSystems(String type) {
        assertThatThrownBy(() -> LocalFileSystem.require(Path.of("/mnt/state"), type))
                .isInstanceOfSatisfying(DponeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.STATE_FAILED);
                    assertThat(e.remedy()).isEqualTo("Set runtime.storage.state_dir to a directory on a local disk.");
                })
                .hasMessage("The state directory /mnt/state is on a network file system (" + type
                        + "), whose locks cannot be relied on");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "fuseblk", "fuse.fuse-overlayfs", "apfs"})
    void acceptsLocalOnes(String type) {
        assertThatCode(() -> LocalFileSystem.require(Path.of("/x"), type)).doesNotThrowAnyException();
    }

    @Test
    void aFileInTheDirectorysPlaceIsToldSo() throws Exception {
        Path file = Files.createFile(directory.resolve("state"));
        assertThatThrownBy(() -> FileStateStore.open(file, Clock.systemUTC()))
                .isInstanceOfSatisfying(
                        DponeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_FAILED))
                .hasMessage("Cannot create the state directory " + file + ": something else is in its place");
    }
}
