package dev.dpone.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeliveryTableTest {
    @Test
    void relatesEachWayToTheScriptOfItsRound() {
        DeliveryTable table = new DeliveryTable(1_000);
        table.add(DeliveryTable.SCRIPT, new ProcessUse(2, 0.5, 10_000_000, 50_000_000, ""));
        table.add("dpone 1/1", new ProcessUse(8, 4, 90_000_000, 150_000_000, ""));
        table.add("dpone 1/1", new ProcessUse(5, 4, 80_000_000, 160_000_000, ""));
        table.add(DeliveryTable.SCRIPT, new ProcessUse(1, 0.5, 11_000_000, 40_000_000, ""));

        assertThat(table.markdown()).isEqualTo("""
                        | way | seconds | rows/s | times the script | CPU seconds of the process | peak heap, MB | peak RSS, MB |
                        |---|---|---|---|---|---|---|
                        | CSV script | 1.50 (1.00 to 2.00) | 667 | 1 | 0.500 (0.500 to 0.500) | 11.0 | 50.0 |
                        | dpone 1/1 | 6.50 (5.00 to 8.00) | 154 | 4.50 (4.00 to 5.00) | 4.00 (4.00 to 4.00) | 90.0 | 160 |
                        """);
    }
}
