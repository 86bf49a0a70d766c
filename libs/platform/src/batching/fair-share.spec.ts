import { expect, it } from '@jest/globals';
import { FairShare } from './fair-share.js';

/** Work that takes time by a clock of its own; it records the order in which pieces began. */
function scene(places: number, ofOne?: number) {
  let time = 0;
  const share = new FairShare(places, ofOne, () => time);
  const began: string[] = [];
  let working = 0;
  let most = 0;
  const work = (key: string, name: string, ms: number) =>
    share.run(key, async () => {
      began.push(name);
      most = Math.max(most, ++working);
      await Promise.resolve();
      time += ms;
      working -= 1;
      return name;
    });
  return { work, began, most: () => most, share };
}

it('lets the key that used the least time go first', async () => {
  const { work, began } = scene(1);
  const heavy = ['h1', 'h2', 'h3'].map((name) => work('heavy', name, 100));
  const light = ['l1', 'l2', 'l3', 'l4'].map((name) => work('light', name, 30));
  expect(await Promise.all([...heavy, ...light])).toEqual(['h1', 'h2', 'h3', 'l1', 'l2', 'l3', 'l4']);
  expect(began).toEqual(['h1', 'l1', 'l2', 'l3', 'l4', 'h2', 'h3']);
});

it('gives a key no advantage for its pause', async () => {
  const { work, began } = scene(1);
  const first = [work('a', 'a1', 50), work('a', 'a2', 50), work('a', 'a3', 50), work('a', 'a4', 50)];
  await first[1];
  const later = [work('b', 'b1', 50), work('b', 'b2', 50), work('b', 'b3', 50)];
  await Promise.all([...first, ...later]);
  expect(began.indexOf('a4')).toBeLessThan(began.indexOf('b3'));
});

it('bounds the work of one key and of all', async () => {
  const { work, began, most } = scene(3, 2);
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name, 10)),
    ...['b1', 'b2'].map((name) => work('b', name, 10)),
  ]);
  expect(began.slice(0, 3)).toEqual(['a1', 'a2', 'b1']);
  expect(most()).toBe(3);
});

it('frees the place of work that fails', async () => {
  const { share, work } = scene(1);
  await expect(share.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await work('a', 'next', 1)).toBe('next');
});
