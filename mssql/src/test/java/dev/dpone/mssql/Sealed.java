package dev.dpone.mssql;

import dev.dpone.column.Block;
import dev.dpone.column.RowBuffer;
import dev.dpone.digest.CanonicalRowWriter;
import dev.dpone.digest.RowDigester;
import dev.dpone.digest.RowSum;
import dev.dpone.digest.Sha256;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.SealedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Rows as the engine seals them. */
final class Sealed {
    private Sealed() {}

    static SealedFile file(Cells rows, Path folder, int ordinal) throws IOException {
        byte[] bytes = rows.encoded();
        Path path = Files.write(folder.resolve("frame-" + ordinal + ".native"), bytes);
        return new SealedFile(
                ordinal, path, rows.block().rows(), bytes.length, bytes.length, Sha256.hexOf(bytes), sum(rows));
    }

    static RowSum sum(Cells rows) {
        Block block = rows.block();
        CanonicalRowWriter writer = new CanonicalRowWriter(
                rows.mappings().stream().map(ColumnMapping::source).toList());
        RowDigester digester = new RowDigester();
        RowBuffer row = new RowBuffer(64);
        for (int r = 0; r < block.rows(); r++) {
            row.clear();
            writer.write(block, r, row);
            digester.add(row);
        }
        return digester.sum();
    }
}
