import { expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';
import { Slots } from './slots.js';
import { currentContext, inContext } from '../observability/request-context.js';

it('serves what comes during a call together with the next, each with its own answer', async () => {
  const calls: number[][] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    calls.push(items);
    await Promise.resolve();
    return items.map((item) => item * 10);
  });
  expect(await Promise.all([1, 2, 3].map((item) => batcher.add('a', item)))).toEqual([10, 20, 30]);
  expect(calls).toEqual([[1], [2, 3]]);
  expect(await Promise.all([batcher.add('a', 4), batcher.add('b', 5)])).toEqual([40, 50]);
  expect(calls.slice(2)).toEqual([[4], [5]]);
});

it('fails only for the one that is to blame', async () => {
  const batcher = new Batcher<number, number>(async (items) => {
    await Promise.resolve();
    if (items.includes(3)) throw new Error('three');
    return items;
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.add('a', item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

it('belong to the context of the first caller that each is made for', async () => {
  const made: [number[], string | null | undefined][] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    made.push([items, currentContext()?.requestId]);
    return items;
  });
  await Promise.all([1, 2, 3].map((item) => inContext({ requestId: `r${item}` }, () => batcher.add('key', item))));
  expect(made).toEqual([
    [[1], 'r1'],
    [[2, 3], 'r2'],
  ]);
});

it('keeps to so many calls at a time, and serves what came while it waited for one together', async () => {
  const calls: number[][] = [];
  let working = 0;
  let most = 0;
  const batcher = new Batcher<number, number>(async (items) => {
    calls.push(items);
    most = Math.max(most, ++working);
    await new Promise((resolve) => setTimeout(resolve, 5));
    working -= 1;
    return items;
  }, new Slots(1));
  await Promise.all([batcher.add('a', 1), batcher.add('b', 2), batcher.add('b', 3)]);
  expect([most, calls]).toEqual([1, [[1], [2, 3]]]);
});
