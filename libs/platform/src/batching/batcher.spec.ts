import { expect, it } from '@jest/globals';
import { Batcher } from './batcher.js';
import { Semaphore } from './semaphore.js';
import { currentContext, inContext } from '../observability/request-context.js';

it('batches items of the same tick, answers each one and separates the keys', async () => {
  const calls: number[][] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    calls.push(items);
    await Promise.resolve();
    return items.map((item) => item * 10);
  });
  expect(await Promise.all([1, 2, 3].map((item) => batcher.add('a', item)))).toEqual([10, 20, 30]);
  expect(calls).toEqual([[1, 2, 3]]);
  expect(await Promise.all([batcher.add('a', 4), batcher.add('b', 5)])).toEqual([40, 50]);
  expect(calls.slice(1)).toEqual([[4], [5]]);
});

it('batches items that arrive during a call into the next call', async () => {
  const calls: number[][] = [];
  const added: Promise<number>[] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    calls.push(items);
    if (items.includes(1)) added.push(batcher.add('a', 2), batcher.add('a', 3));
    await Promise.resolve();
    return items;
  });
  expect(await batcher.add('a', 1)).toBe(1);
  expect(await Promise.all(added)).toEqual([2, 3]);
  expect(calls).toEqual([[1], [2, 3]]);
});

it('fails only the item that causes the error', async () => {
  const batcher = new Batcher<number, number>(async (items) => {
    await Promise.resolve();
    if (items.includes(3)) throw new Error('three');
    return items;
  });
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => batcher.add('a', item)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

it('runs each call in the context of its first caller', async () => {
  const made: [number[], string | null | undefined][] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    made.push([items, currentContext()?.requestId]);
    return items;
  });
  const add = (item: number) => inContext({ requestId: `r${item}` }, () => batcher.add('key', item));
  await Promise.all([1, 2].map(add));
  await add(3);
  expect(made).toEqual([
    [[1, 2], 'r1'],
    [[3], 'r3'],
  ]);
});

it('limits concurrent calls and batches the items that arrived during the wait', async () => {
  const calls: number[][] = [];
  let working = 0;
  let most = 0;
  const batcher = new Batcher<number, number>(async (items) => {
    calls.push(items);
    most = Math.max(most, ++working);
    await new Promise((resolve) => setTimeout(resolve, 5));
    working -= 1;
    return items;
  }, new Semaphore(1));
  await Promise.all([batcher.add('a', 1), batcher.add('b', 2), batcher.add('b', 3)]);
  expect([most, calls]).toEqual([1, [[1], [2, 3]]]);
});
