package dev.dpone.mssql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.PlannedStatement;
import dev.dpone.spi.Strategy;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.TargetPlan;
import dev.dpone.spi.TechnicalColumns;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MssqlConnectorTest {
    @Test
    void plansTheTargetTableFromItsTypes() {
        MssqlConnector connector = new MssqlConnector();
        List<ColumnMapping> columns = List.of(
                connector.map(Cells.named("id", Cells.integer(64, false)), Optional.empty()),
                connector.map(
                        Cells.named("a b", Cells.nullable(Cells.string())),
                        Optional.of("varchar(9) collate " + TypeMapping.UTF8_COLLATION)));
        TargetPlan plan = new TargetPlan(
                new TableRef("dbo", "x]y"), "stage", columns, TechnicalColumns.MINIMAL, new Strategy.FullRefresh());
        assertThat(connector.type()).isEqualTo("mssql");
        assertThat(connector.statements(plan))
                .contains(new PlannedStatement("Publish, create the target if it is missing", """
                                CREATE TABLE [dbo].[x]]y] (
                                  [id] decimal(20,0) NOT NULL,
                                  [a b] varchar(9) collate Latin1_General_100_BIN2_UTF8 NULL,
                                  [__dpone__load_id] nvarchar(128) NOT NULL,
                                  [__dpone__loaded_at] datetime2(7) NOT NULL
                                )"""));
    }
}
