import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decompressLz4 } from './lz4-frames.js';

/** Literal bytes, then a repetition of earlier ones. */
interface Sequence {
  literals: Buffer;
  match: { distance: number; length: number } | null;
}

/** The first part of a length in four bits, and the bytes behind it. */
const lengthOf = (length: number): { first: number; more: number[] } => {
  if (length < 15) return { first: length, more: [] };
  const rest = length - 15;
  return { first: 15, more: [...Array.from({ length: Math.floor(rest / 255) }, () => 255), rest % 255] };
};

function blockOf(sequences: Sequence[]): Buffer {
  const parts = sequences.map(({ literals, match }) => {
    const literal = lengthOf(literals.length);
    const repeated = match ? lengthOf(match.length - 4) : { first: 0, more: [] };
    const distance = match ? [match.distance & 255, match.distance >> 8] : [];
    const token = (literal.first << 4) | repeated.first;
    return Buffer.concat([
      Buffer.from([token, ...literal.more]),
      literals,
      Buffer.from([...distance, ...repeated.more]),
    ]);
  });
  return Buffer.concat(parts);
}

const whole = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** A frame of blocks, without checksums of its content. */
const frameOf = (blocks: { bytes: Buffer; isCompressed: boolean }[]): Buffer =>
  Buffer.concat([
    whole(0x184d2204),
    Buffer.from([0x60, 0x40, 0x82]),
    ...blocks.flatMap(({ bytes, isCompressed }) => [
      whole(isCompressed ? bytes.length : bytes.length + 0x80000000),
      bytes,
    ]),
    whole(0),
  ]);

/** Sequences that are valid one after the other, and what they become. */
const sequencesAndText = fc
  .array(
    fc.record({
      literals: fc.uint8Array({ minLength: 1, maxLength: 300 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 4, max: 600 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => {
    const bytes: number[] = [];
    const sequences = parts.map(({ literals, part, length }, place): Sequence => {
      bytes.push(...literals);
      if (place === parts.length - 1) return { literals: Buffer.from(literals), match: null };
      const distance = 1 + Math.floor(part * (bytes.length - 1));
      for (let copied = 0; copied < length; copied++) bytes.push(bytes[bytes.length - distance] as number);
      return { literals: Buffer.from(literals), match: { distance, length } };
    });
    return { sequences, text: Buffer.from(bytes) };
  });

describe('frames of LZ4', () => {
  it('become what was compressed', () => {
    fc.assert(
      fc.property(sequencesAndText, ({ sequences, text }) => {
        const frame = frameOf([{ bytes: blockOf(sequences), isCompressed: true }]);
        expect(decompressLz4(frame, 10_000).equals(text)).toBe(true);
      }),
    );
  });

  it('may have several blocks, some of them as they are, and several frames', () => {
    const plain = { bytes: Buffer.from('abc'), isCompressed: false };
    const literals = Buffer.from('d');
    const back = {
      bytes: blockOf([
        { literals, match: { distance: 4, length: 4 } },
        { literals, match: null },
      ]),
      isCompressed: true,
    };
    const frame = frameOf([plain, back]);
    expect(decompressLz4(Buffer.concat([frame, frame]), 100).toString()).toBe('abcdabcddabcdabcdd');
  });

  it('are refused beyond the bound, and when they are damaged', () => {
    const much = [{ literals: Buffer.from('a'), match: { distance: 1, length: 5_000 } }];
    const frame = frameOf([{ bytes: blockOf(much), isCompressed: true }]);
    expect(() => decompressLz4(frame, 1_000)).toThrow('too many');
    expect(() => decompressLz4(frame.subarray(0, 12), 10_000)).toThrow('ends early');
    expect(() => decompressLz4(Buffer.from('no frame at all'), 100)).toThrow('no frame');
    const before = frameOf([{ bytes: Buffer.from([0x00, 0x05, 0x00, 0x00]), isCompressed: true }]);
    expect(() => decompressLz4(before, 100)).toThrow('before the beginning');
  });

  it('end or are refused, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const frame = frameOf([{ bytes: Buffer.from(bytes), isCompressed: true }]);
        try {
          expect(decompressLz4(frame, 10_000).length).toBeLessThanOrEqual(10_000);
        } catch (error) {
          expect(error).toHaveProperty('name', 'Error');
        }
      }),
    );
  });
});
