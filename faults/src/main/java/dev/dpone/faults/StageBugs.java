package dev.dpone.faults;

import dev.dpone.cli.Wiring;
import dev.dpone.digest.RowSum;
import dev.dpone.spi.ChunkReceipt;
import dev.dpone.spi.DeliveryId;
import dev.dpone.spi.Preparation;
import dev.dpone.spi.Prepared;
import dev.dpone.spi.SealedFile;
import dev.dpone.spi.StageAttempt;
import dev.dpone.spi.StageObservation;
import dev.dpone.spi.Stages;
import dev.dpone.spi.Target;
import dev.dpone.spi.TargetDelivery;
import dev.dpone.spi.TargetPlan;
import dev.dpone.state.Journal;
import dev.dpone.state.JournalEvent;
import dev.dpone.state.StateStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Planted bugs of stages and their sealed files. */
final class StageBugs {
    private StageBugs() {}

    /** On PostgreSQL: a writer that has not committed yet is overlooked, and its table appears afterwards. */
    static Wiring cleanupBeforeSettlement(Map<String, String> environment) {
        String url = "jdbc:postgresql://" + environment.get("DPONE_CONN_TARGET_HOST") + ":"
                + environment.get("DPONE_CONN_TARGET_PORT") + "/" + environment.get("DPONE_CONN_TARGET_DATABASE");
        String user = environment.get("DPONE_CONN_TARGET_USERNAME");
        String password = environment.get("DPONE_CONN_TARGET_PASSWORD");
        return staging(stages -> new ForwardingStages(stages) {
            @Override
            public void settle(StageAttempt attempt) {
                try (Connection connection = DriverManager.getConnection(url, user, password);
                        Statement statement = connection.createStatement()) {
                    statement.execute("DROP TABLE IF EXISTS dpone_stage." + attempt.table());
                    statement.execute("DELETE FROM dpone.stages WHERE table_name = '" + attempt.table() + "'");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
    }

    static Wiring slotFreedEarly() {
        Map<Integer, Path> sealed = new ConcurrentHashMap<>();
        UnaryOperator<StateStore> state = store -> new ForwardingStateStore(store) {
            @Override
            public Journal journal(String runId) {
                Journal journal = real.journal(runId);
                return new Journal() {
                    @Override
                    public List<JournalEvent> read() {
                        return journal.read();
                    }

                    @Override
                    public boolean append(long expectedVersion, JournalEvent event) {
                        if (event.type().equals("receipt_accepted")
                                && event.data().get("ordinal") instanceof Number ordinal) {
                            Optional.ofNullable(sealed.get(ordinal.intValue())).ifPresent(StageBugs::remove);
                        }
                        return journal.append(expectedVersion, event);
                    }
                };
            }
        };
        Wiring stages = staging(real -> new ForwardingStages(real) {
            @Override
            public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
                sealed.put(file.ordinal(), file.path());
                return real.importFile(file, attempt);
            }
        });
        return new Wiring(stages.target(), state, UnaryOperator.identity());
    }

    static Wiring digestAgainstItself() {
        return staging(
                stages -> new ForwardingStages(stages) {
                    @Override
                    public ChunkReceipt importFile(SealedFile file, StageAttempt attempt) {
                        ChunkReceipt seen = real.importFile(file, attempt);
                        return new ChunkReceipt(
                                attempt,
                                seen.objectId(),
                                file.rows(),
                                seen.encodedBytes(),
                                seen.fileSha256(),
                                file.sum(),
                                seen.watermark(),
                                seen.method());
                    }

                    @Override
                    public StageObservation inspect(ChunkReceipt receipt) {
                        return new StageObservation(
                                receipt.objectId(),
                                true,
                                receipt.rows(),
                                Optional.of(0L),
                                Optional.of(receipt.sum()),
                                receipt.method());
                    }
                },
                preparation -> new ForwardingPreparation(preparation) {
                    @Override
                    public Prepared prepare(List<ChunkReceipt> chunks, String table) {
                        Prepared seen = real.prepare(chunks, table);
                        return new Prepared(
                                seen.table(),
                                seen.objectId(),
                                seen.rows(),
                                chunks.stream().map(ChunkReceipt::sum).reduce(RowSum.EMPTY, RowSum::plus),
                                seen.full(),
                                seen.loadedAt(),
                                seen.watermark(),
                                seen.method());
                    }
                });
    }

    private static Wiring staging(UnaryOperator<Stages> stages) {
        return staging(stages, UnaryOperator.identity());
    }

    private static Wiring staging(UnaryOperator<Stages> stages, UnaryOperator<Preparation> preparation) {
        UnaryOperator<Target> target = real -> new ForwardingTarget(real) {
            @Override
            public TargetDelivery deliver(TargetPlan plan, DeliveryId id) {
                return new ForwardingDelivery(real.deliver(plan, id)) {
                    @Override
                    public Stages stages() {
                        return stages.apply(real.stages());
                    }

                    @Override
                    public Preparation preparation() {
                        return preparation.apply(real.preparation());
                    }
                };
            }
        };
        return new Wiring(target, UnaryOperator.identity(), UnaryOperator.identity());
    }

    private static void remove(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
