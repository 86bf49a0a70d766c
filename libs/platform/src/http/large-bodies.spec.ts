import { expect, it } from '@jest/globals';
import { LargeBodyReading } from './large-bodies.js';

const kilobytes = (count: number) => count * 1000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Begins a number of bodies of one caller. @returns the ends of those that have begun, in order */
function beginAll(reading: LargeBodyReading, bodies: number, bytes: number) {
  const ends: ((isRefused: boolean) => void)[] = [];
  const all = Promise.all(
    Array.from({ length: bodies }, () => reading.begin('a', bytes).then((end) => void ends.push(end))),
  );
  return { ends, all };
}

it('a caller has a mebibyte under way, the next body a pause after an answer, and a slow one counts for a second', async () => {
  const { ends, all } = beginAll(new LargeBodyReading(), 5, kilobytes(500));
  await pause(20);
  expect(ends).toHaveLength(2);
  const began = performance.now();
  ends[0]?.(false);
  while (ends.length < 3) await pause(1);
  expect(performance.now() - began).toBeGreaterThan(49);
  ends[1]?.(true);
  await pause(120);
  expect(ends).toHaveLength(3);
  await all;
  expect(ends).toHaveLength(5);
});

it('a body that exceeds the limit is processed alone, and does not delay other callers', async () => {
  const reading = new LargeBodyReading();
  const begun: string[] = [];
  const begin = async (caller: string, bytes: number) => {
    const end = await reading.begin(caller, bytes);
    begun.push(caller);
    return end;
  };
  const end = await begin('a', kilobytes(3000));
  const next = begin('a', kilobytes(100));
  await begin('b', kilobytes(100));
  expect(begun).toEqual(['a', 'b']);
  end(false);
  await next;
  expect(begun).toEqual(['a', 'b', 'a']);
});
