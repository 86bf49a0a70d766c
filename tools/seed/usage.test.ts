import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { customers, dayOf } from './customers.ts';
import { plansOf, usageOf } from './usage.ts';

const all = (seed: string, months: number) => customers.flatMap((customer) => usageOf(seed, customer, months));

describe('the usage of the seed', () => {
  it('depends on the seed alone', () => {
    assert.deepEqual(all('1', 4), all('1', 4));
    assert.notDeepEqual(all('1', 4), all('2', 4));
  });

  it('has unique transaction ids', () => {
    const ids = all('1', 6).map(({ transaction_id: id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length > 3000);
  });

  it('of a month does not depend on the number of later months', () => {
    const before = (events: ReturnType<typeof all>) =>
      events
        .filter(({ timestamp }) => Number(timestamp) * 1000 < dayOf(3, 1))
        .map(({ transaction_id: id }) => id)
        .sort();
    assert.deepEqual(before(all('1', 3)), before(all('1', 6)));
  });

  it('ends with the subscription', () => {
    const leaver = customers.find(({ later }) => later?.some(({ end }) => end));
    assert.ok(leaver);
    assert.deepEqual(
      plansOf(leaver, dayOf(12, 1)).map(({ plan }) => plan),
      [leaver.plan],
    );
    const [last] = plansOf(leaver, dayOf(12, 1));
    assert.ok(last && last.to < dayOf(4, 1));
  });
});
