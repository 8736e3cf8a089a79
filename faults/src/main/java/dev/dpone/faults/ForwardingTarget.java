package dev.dpone.faults;

import dev.dpone.digest.RowSum;
import dev.dpone.spi.ColumnMapping;
import dev.dpone.spi.CommitReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.RegisteredTable;
import dev.dpone.spi.ServerInfo;
import dev.dpone.spi.TableRef;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import java.util.List;
import java.util.Optional;

/** Does what the target does. */
abstract class ForwardingTarget implements Target {
    final Target real;

    ForwardingTarget(Target real) {
        this.real = real;
    }

    @Override
    public ServerInfo server() {
        return real.server();
    }

    @Override
    public void admit(TargetPlan plan) {
        real.admit(plan);
    }

    @Override
    public void createControlTables(String schema) {
        real.createControlTables(schema);
    }

    @Override
    public List<String> notes(TargetPlan plan) {
        return real.notes(plan);
    }

    @Override
    public long openFence(String targetIdentity, String runId) {
        return real.openFence(targetIdentity, runId);
    }

    @Override
    public Optional<CommitReceipt> findReceipt(String operationKey) {
        return real.findReceipt(operationKey);
    }

    @Override
    public Optional<String> fenceHolder(String targetIdentity) {
        return real.fenceHolder(targetIdentity);
    }

    @Override
    public List<RegisteredTable> registeredTables() {
        return real.registeredTables();
    }

    @Override
    public TargetDelivery deliver(TargetPlan plan, DeliveryId id) {
        return real.deliver(plan, id);
    }

    @Override
    public RowSum digest(TableRef table, List<ColumnMapping> columns) {
        return real.digest(table, columns);
    }

    @Override
    public void close() {
        real.close();
    }
}
