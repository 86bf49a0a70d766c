import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { decompressSnappy, readAllCompressions } from './compressions.js';

/** The part of the client that reads a batch. */
interface Codec {
  decompress(bytes: Buffer): Promise<Buffer>;
}

/** A block of Snappy that has its bytes as they are. */
const block = (text: string): Buffer =>
  Buffer.concat([Buffer.from([text.length, (text.length - 1) << 2]), Buffer.from(text)]);
const withLength = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

describe('batches of Snappy', () => {
  it('are one block, or several behind a mark', () => {
    expect(decompressSnappy(block('abc')).toString()).toBe('abc');
    const mark = Buffer.concat([Buffer.from('\x82SNAPPY\0', 'latin1'), Buffer.from([0, 0, 0, 1, 0, 0, 0, 1])]);
    const blocks = Buffer.concat([mark, withLength(block('abc')), withLength(block('de'))]);
    expect(decompressSnappy(blocks).toString()).toBe('abcde');
  });

  it('are refused by the length that they claim', () => {
    const huge = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f, 0]);
    expect(() => decompressSnappy(huge)).toThrow('too large');
  });
});

describe("Kafka's client", () => {
  it('reads every compression', async () => {
    readAllCompressions();
    const { CompressionCodecs: codecs, CompressionTypes: types } = kafkajs;
    const bytes = {
      [types.GZIP]: gzipSync('text'),
      [types.Snappy]: block('text'),
      [types.LZ4]: Buffer.from('04224d18604082040000807465787400000000', 'hex'),
      [types.ZSTD]: zstdCompressSync('text'),
    };
    for (const type of [types.GZIP, types.Snappy, types.LZ4, types.ZSTD] as const)
      expect((await (codecs[type]() as Codec).decompress(bytes[type])).toString()).toBe('text');
  });

  it('refuses a batch that becomes too many bytes', async () => {
    readAllCompressions();
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
    const { decompress } = kafkajs.CompressionCodecs[kafkajs.CompressionTypes.GZIP]() as Codec;
    await expect(decompress(bomb)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' });
  });
});
