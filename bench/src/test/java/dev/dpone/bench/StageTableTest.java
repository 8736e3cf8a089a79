package dev.dpone.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dpone.bench.StageTable.Times;
import dev.dpone.sandbox.rows.Profile;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageTableTest {
    @Test
    void relatesEachStageToTheCopyOfItsRound() {
        StageTable table = new StageTable();
        for (String stage : List.of("decode", "encode", "digest", "everything")) {
            table.add(Profile.NARROW, stage, new Times(1.0, 8.0, 1.0));
            table.add(Profile.NARROW, stage, new Times(4.0, 32.0, 2.0));
        }
        table.add(Profile.NARROW, "copy", new Times(0.1, 0.8, 1.0));
        table.add(Profile.NARROW, "copy", new Times(0.1, 0.8, 1.0));

        assertThat(table.markdown()).startsWith("""
                        | rows | stage | MB/s | ns per value | memory copies | clock / running |
                        |---|---|---|---|---|---|
                        | narrow | memory copy | 10,000 (10,000 to 10,000) | 0.800 (0.800 to 0.800) | 1 | 1.00 |
                        | narrow | decode | 750 (500 to 1,000) | 12.0 (8.00 to 16.0) | 15.0 (10.0 to 20.0) | 1.50 |
                        """);
    }

    @Test
    void refusesStagesWithoutTheirCopy() {
        StageTable table = new StageTable();
        table.add(Profile.WIDE, "copy", new Times(1, 1, 1));
        table.add(Profile.WIDE, "decode", new Times(1, 1, 1));
        table.add(Profile.WIDE, "decode", new Times(1, 1, 1));

        assertThatThrownBy(table::markdown)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("WIDE has 2 rounds of decode, but 1 of copy");
    }
}
