package dev.dpone.spi;

/**
 * Bounds for the blocks of a stream.
 *
 * @param blockRows most rows of one block, asked of the server
 * @param preferredBlockBytes size of a block the server should aim at
 * @param maxDecodedBlockBytes a block that would take more heap than this is refused
 */
public record ReadLimits(long blockRows, long preferredBlockBytes, long maxDecodedBlockBytes) {}
