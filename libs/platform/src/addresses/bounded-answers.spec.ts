import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Socket } from 'node:net';
import { boundAnswers } from './bounded-answers.js';

const framed = (length: number): Buffer => {
  const answer = Buffer.alloc(4 + length, 1);
  answer.writeInt32BE(length);
  return answer;
};

/** Whether the connection stays open while the bytes arrive in pieces. */
async function passes(bytes: Buffer, piece: number, mostBytes: number): Promise<boolean> {
  const stream = new PassThrough();
  let isOpen = true;
  stream.on('error', () => (isOpen = false));
  boundAnswers(stream as unknown as Socket, mostBytes);
  for (let at = 0; at < bytes.length && isOpen; at += piece) stream.write(bytes.subarray(at, at + piece));
  await new Promise((resolve) => setImmediate(resolve));
  return isOpen;
}

describe('answers of a bounded connection', () => {
  it('pass up to the bound, however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 9 }),
        async (lengths, piece) => {
          const bytes = Buffer.concat(lengths.map(framed));
          expect(await passes(bytes, piece, 50)).toBe(lengths.every((length) => length <= 50));
        },
      ),
    );
  });

  it('end the connection by their length alone, before they arrive', async () => {
    expect(await passes(framed(1_000).subarray(0, 4), 3, 50)).toBe(false);
    expect(await passes(Buffer.from([0xff, 0, 0, 0]), 4, 50)).toBe(false);
  });
});
