package dev.dpone.delivery;

/**
 * How the pipeline stands from one instant until the next state: who works, and how much is retained. Two consecutive
 * states tell exactly what every idle worker was waiting for.
 *
 * @param nanos of this process's monotonic clock
 * @param reading whether the source is being read
 * @param ended whether the source's end is proven
 * @param queued frames admitted that no encoder has begun
 * @param encoding encoders at work
 * @param importing importers at work, settling included
 * @param retained frames between admission and accepted receipt
 * @param spoolBytes bytes of sealed files that are not removed yet
 * @param rowsRead rows admitted so far
 * @param rowsImported rows whose receipt was accepted so far
 * @param bytesEncoded bytes of sealed rows so far
 */
public record PipelineState(
        long nanos,
        boolean reading,
        boolean ended,
        int queued,
        int encoding,
        int importing,
        int retained,
        long spoolBytes,
        long rowsRead,
        long rowsImported,
        long bytesEncoded)
        implements Observation {

    /** Sealed files that wait for an importer, or for the loop thread to make an attempt or a receipt durable. */
    public int sealed() {
        return Math.max(0, retained - queued - encoding - importing);
    }
}
