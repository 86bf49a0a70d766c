import { expect, it } from '@jest/globals';
import { DataRefused, Unavailable } from '@tollgate/platform';
import { insertBlock } from './insert-block.js';

const storeThatRefuses = (...odd: number[]) => {
  const stored: unknown[] = [];
  let inserts = 0;
  const insert = async (rows: unknown[][]) => {
    inserts++;
    if (rows.some(([value]) => odd.includes(Number(value))))
      throw new DataRefused('CANNOT_PARSE_TEXT', new Error('row'));
    stored.push(...rows.flat());
  };
  return { insert, stored, inserts: () => inserts };
};
const rows = (count: number) => Array.from({ length: count }, (_, index) => [index]);

it('isolates the rejected rows in few inserts, and stores all others in order', async () => {
  const store = storeThatRefuses(3, 700);
  const refused = await insertBlock(rows(1000), store.insert);
  expect(refused.map(({ position, reason }) => [position, reason.code])).toEqual([
    [3, 'CANNOT_PARSE_TEXT'],
    [700, 'CANNOT_PARSE_TEXT'],
  ]);
  expect(store.stored).toEqual(
    rows(1000)
      .flat()
      .filter((value) => value !== 3 && value !== 700),
  );
  expect(store.inserts()).toBeLessThan(50);
});

it('writes a valid block in one insert', async () => {
  const store = storeThatRefuses();
  expect(await insertBlock(rows(10), store.insert)).toEqual([]);
  expect(store.inserts()).toBe(1);
});

it('does not mistake an unavailable store for a rejection', async () => {
  const unavailable = async () => {
    throw new Unavailable('away');
  };
  await expect(insertBlock(rows(10), unavailable)).rejects.toBeInstanceOf(Unavailable);
});
