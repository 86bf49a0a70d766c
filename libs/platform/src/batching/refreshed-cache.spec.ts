import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, jest } from '@jest/globals';
import { RefreshedCache } from './refreshed-cache.js';

const counting = () => {
  let number = 0;
  return jest.fn(async () => ({ number: ++number }));
};

it('returns the cached value, and reads it once for concurrent callers', async () => {
  const cache = new RefreshedCache({ refreshAfterMs: 1000, cacheTtlMs: 2000 }, 10);
  const read = counting();
  const answers = await Promise.all([cache.get('a', 0, read), cache.get('a', 0, read)]);
  expect([...answers, await cache.get('a', 0, read)]).toEqual([{ number: 1 }, { number: 1 }, { number: 1 }]);
  expect(await cache.get('b', 0, read)).toEqual({ number: 2 });
});

it('returns no value of another version, even when its read ends late', async () => {
  const cache = new RefreshedCache<{ number: number }>({ refreshAfterMs: 1000, cacheTtlMs: 2000 }, 10);
  let finish: (value: { number: number }) => void = () => undefined;
  const late = cache.get('a', 0, () => new Promise((resolve) => (finish = resolve)));
  expect(await cache.get('a', 1, async () => ({ number: 7 }))).toEqual({ number: 7 });
  finish({ number: 1 });
  expect(await late).toEqual({ number: 1 });
  expect(await cache.get('a', 1, async () => ({ number: 8 }))).not.toEqual({ number: 1 });
});

it('refreshes a value in the background, and returns none that is too old', async () => {
  const cache = new RefreshedCache({ refreshAfterMs: 10, cacheTtlMs: 60_000 }, 10);
  const read = counting();
  await cache.get('a', 0, read);
  await sleep(20);
  expect(await cache.get('a', 0, read)).toEqual({ number: 1 });
  await sleep(5);
  expect(await cache.get('a', 0, read)).toEqual({ number: 2 });
  const brief = new RefreshedCache({ refreshAfterMs: 10, cacheTtlMs: 20 }, 10);
  const again = counting();
  await brief.get('a', 0, again);
  await sleep(30);
  expect(await brief.get('a', 0, again)).toEqual({ number: 2 });
});

it('caches no failure, and respects its size limit', async () => {
  const cache = new RefreshedCache({ refreshAfterMs: 1000, cacheTtlMs: 2000 }, 1);
  await expect(cache.get('a', 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  const read = counting();
  await cache.get('a', 0, read);
  await cache.get('b', 0, read);
  expect(await cache.get('a', 0, read)).toEqual({ number: 3 });
});
