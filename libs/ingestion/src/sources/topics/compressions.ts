import { promisify } from 'node:util';
import { unzip, zstdDecompress } from 'node:zlib';
import { snappyUncompress } from 'hyparquet';
import kafkajs from 'kafkajs';
import { decompressLz4 } from './lz4-frames.js';

/** Bytes of a batch of messages: a few compressed ones may claim any number. */
const mostBytes = 64 * 1024 * 1024;
const inflating = { maxOutputLength: mostBytes };
const [inflate, inflateZstd] = [promisify(unzip), promisify(zstdDecompress)];

/** A batch becomes more bytes than the bound. */
class TooManyBytes extends Error {
  readonly code = 'ERR_BUFFER_TOO_LARGE';
}

const snappyMark = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00]);
/** The mark and two numbers of versions. */
const snappyHeader = 16;

/**
 * Decompresses Snappy, plain or in the blocks that Java's library writes.
 * @throws Error for damaged bytes, and beyond the bound
 */
export function decompressSnappy(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, snappyMark.length).equals(snappyMark)) return snappyBlock(bytes, mostBytes);
  const blocks: Buffer[] = [];
  let left = mostBytes;
  for (let at = snappyHeader; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const block = snappyBlock(bytes.subarray(at + 4, at + 4 + length), left);
    left -= block.length;
    blocks.push(block);
    at += 4 + length;
  }
  return Buffer.concat(blocks);
}

function snappyBlock(bytes: Buffer, most: number): Buffer {
  // The length comes first, seven bits in each byte, the lowest ones first.
  let length = 0;
  for (let at = 0, factor = 1; at < 5; at++, factor *= 128) {
    const byte = bytes[at] ?? 0;
    length += (byte & 127) * factor;
    if (byte < 128) break;
  }
  if (length > most) throw new TooManyBytes('the batch is too large');
  const output = new Uint8Array(length);
  snappyUncompress(bytes, output);
  return Buffer.from(output.buffer);
}

const never = () => Promise.reject(new Error('messages are only read'));

/**
 * Lets Kafka's client read batches in every compression that producers use, up to a bound. By itself it reads gzip
 * alone, without a bound.
 */
export function readAllCompressions(): void {
  const { CompressionCodecs: codecs, CompressionTypes: types } = kafkajs;
  codecs[types.GZIP] = () => ({ compress: never, decompress: (bytes: Buffer) => inflate(bytes, inflating) });
  codecs[types.Snappy] = () => ({
    compress: never,
    decompress: (bytes: Buffer) => Promise.resolve(bytes).then(decompressSnappy),
  });
  codecs[types.LZ4] = () => ({
    compress: never,
    decompress: (bytes: Buffer) => Promise.resolve(bytes).then((some) => decompressLz4(some, mostBytes)),
  });
  codecs[types.ZSTD] = () => ({ compress: never, decompress: (bytes: Buffer) => inflateZstd(bytes, inflating) });
}
