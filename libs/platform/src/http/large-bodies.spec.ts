import { expect, it } from '@jest/globals';
import { LargeBodyReading } from './large-bodies.js';

it('a caller has two large bodies read concurrently, the next one later after a refusal, and a slow one counts for a second', async () => {
  const reading = new LargeBodyReading();
  const ends: ((isRefused: boolean) => void)[] = [];
  const all = Array.from({ length: 5 }, () => reading.begin('a').then((end) => ends.push(end)));
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(50);
  expect(ends).toHaveLength(2);
  ends[0]?.(false);
  await pause(50);
  expect(ends).toHaveLength(3);
  ends[1]?.(true);
  await pause(50);
  expect(ends).toHaveLength(3);
  await Promise.all(all);
  expect(ends).toHaveLength(5);
});
