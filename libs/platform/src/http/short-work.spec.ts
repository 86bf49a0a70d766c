import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { ShortWork } from './short-work.js';

const busyFor = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

it('runs all pieces in order, and yields to others in between', async () => {
  const work = new ShortWork();
  const done: number[] = [];
  for (let piece = 0; piece < 10; piece++)
    work.add(() => {
      busyFor(3);
      done.push(piece);
    });
  const seen = new Set<number>();
  while (done.length < 10) {
    await new Promise(setImmediate);
    seen.add(done.length);
  }
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(seen.size).toBeGreaterThan(3);
});

it('runs a piece in the context of its own call', async () => {
  const work = new ShortWork();
  const context = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  for (const name of ['a', 'b']) context.run(name, () => work.add(() => seen.push(context.getStore())));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual(['a', 'b']);
});
