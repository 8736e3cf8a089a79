package dev.dpone.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchConfigurationTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "64, 64"})
    void equalCountsAreTheEightKeysByNameAndNoOther(int encoders, int importers) {
        BenchConfiguration configuration = BenchConfiguration.of(encoders, importers);

        assertThat(configuration.execution())
                .isEqualTo("{chunking: {parallelism: " + encoders
                        + "}, native_chunks: {max_total_encoded_bytes: 1099511627776,"
                        + " stage_allocated_bytes_stop_threshold: 1099511627776, max_rows: 65536, max_bytes: 16777216,"
                        + " max_row_bytes: 1048576, max_pending: 2, max_staging_tables: 1024}}");
        assertThat(configuration.limits().record()).hasSize(8);
        assertThat(configuration.needsStageCounts()).isFalse();
    }

    @Test
    void differentCountsAreTenKeys() {
        BenchConfiguration configuration = BenchConfiguration.of(2, 1);

        assertThat(configuration.execution())
                .startsWith("{chunking: {parallelism: 1}, ")
                .endsWith("encoding_parallelism: 2, import_parallelism: 1}}");
        assertThat(configuration.limits().record()).hasSize(10);
        assertThat(configuration.needsStageCounts()).isTrue();
    }
}
