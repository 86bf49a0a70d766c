import { expect, it } from '@jest/globals';
import { ConnectionShares } from './connection-shares.js';

/** Work that ends on request; records which work has begun. */
function record(shares: ConnectionShares) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string) =>
    shares.within(name.charAt(0), () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, begin, end };
}

it("transactions beyond an organization's share wait in order, and others pass them", async () => {
  const { begun, begin, end } = record(new ConnectionShares(2));
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map(begin);
  await new Promise(setImmediate);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const name of ['a1', 'a3', 'a4']) await end(name);
  await Promise.all(all);
});

it('a transaction that waits too long fails as unavailable, and frees its place in the queue', async () => {
  const shares = new ConnectionShares(1, 20);
  const { begun, begin, end } = record(shares);
  const first = begin('a1');
  await expect(begin('a2')).rejects.toMatchObject({ status: 503 });
  const third = begin('a3');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
  await end('a3');
  await Promise.all([first, third]);
});

it('failed work releases its connection', async () => {
  const shares = new ConnectionShares(1, 20);
  await expect(shares.within('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(shares.within('a', () => Promise.resolve(1))).resolves.toBe(1);
});
