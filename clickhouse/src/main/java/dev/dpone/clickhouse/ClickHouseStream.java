package dev.dpone.clickhouse;

import dev.dpone.column.Block;
import dev.dpone.error.DponeException;
import dev.dpone.error.ErrorCode;
import dev.dpone.spi.ReadLimits;
import dev.dpone.spi.SourceStream;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The blocks of one data query that was sent. */
final class ClickHouseStream implements SourceStream {
    private final Exchange exchange;
    private final Answer answer;
    private final HeaderCheck check;
    private final ReadLimits limits;
    private final Runnable kill;
    private final String queryId;
    private final AtomicBoolean aborted = new AtomicBoolean();
    /** Whether nothing of the query can run on the server any more. */
    private volatile boolean over;

    private @Nullable NativeBlockReader reader;
    private @Nullable DponeException failure;
    private boolean complete;
    private long rows;

    /**
     * Takes over a sent query.
     *
     * @param kill stops the query on the server; never throws
     */
    ClickHouseStream(Exchange exchange, Answer answer, ReadLimits limits, String queryId, Runnable kill) {
        this.exchange = exchange;
        this.answer = answer;
        this.check = HeaderCheck.of(answer.columns());
        this.limits = limits;
        this.queryId = queryId;
        this.kill = kill;
    }

    @Override
    public Optional<Block> next() {
        if (failure != null) {
            throw failure;
        }
        if (complete) {
            return Optional.empty();
        }
        try {
            if (aborted.get()) {
                throw BodyException.cut("it was aborted");
            }
            Optional<Block> block = reader().next().map(answer::block);
            if (block.isEmpty()) {
                complete = true;
                over = true;
                exchange.close();
            }
            rows += block.map(Block::rows).orElse(0);
            return block;
        } catch (IOException | DponeException e) {
            failure = explained(e);
            throw failure;
        }
    }

    private NativeBlockReader reader() throws IOException {
        if (reader == null) {
            reader = new NativeBlockReader(new BlockInput(exchange.answer()), check, limits);
        }
        return reader;
    }

    /** Prefers the server's own words to what reading them as data led to. */
    private DponeException explained(Exception e) {
        if (aborted.get()) {
            return new DponeException(
                    ErrorCode.SOURCE_FAILED,
                    "Reading query " + queryId + " was aborted after " + rows + " rows",
                    "Run again when the reason for it is settled.",
                    e);
        }
        if (e instanceof DponeException refused && refused.code() == ErrorCode.SOURCE_REFUSED) {
            over = true;
            return refused;
        }
        Optional<ServerMessage> words = exchange.lastWords();
        if (words.isPresent()) {
            over = true;
            return ServerFailure.of(exchange.address(), "query " + queryId + " after " + rows + " rows", words.get());
        }
        return e instanceof DponeException known ? known : exchange.failure((IOException) e);
    }

    @Override
    public void abort() {
        if (!over && aborted.compareAndSet(false, true)) {
            exchange.close();
            kill.run();
        }
    }

    @Override
    public void close() {
        abort();
        exchange.close();
    }
}
