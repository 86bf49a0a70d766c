import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOfPeriod, usagePeriodAt } from './moves.ts';
import { euroCharge, plan, SmallWorld } from './small-world.fixture.ts';

const iso = (at: number) => new Date(at).toISOString();

/** The usage period of `sub1` at an instant. */
function periodAt({ world }: SmallWorld, at: string): string[] {
  const [subscription] = world.subscriptions;
  if (!subscription) throw new Error('There is no subscription');
  const { from, to } = usagePeriodAt(subscription, 'charges', Date.parse(at), world.tzOf(subscription.customer));
  return [iso(from), iso(to)];
}

const moveTo = (small: SmallWorld, timezone: string) =>
  small.call('POST /customers', { customer: { external_id: 'cust1', timezone } });

describe('the running period', () => {
  it('carries on from the last bill after a move west', () => {
    const small = new SmallWorld('2024-01-05T00:00:00Z', plan({ charges: [euroCharge] }));
    small.subscribe();
    small.to('2024-02-01T03:00:00Z');
    moveTo(small, 'America/Los_Angeles');
    // It is 31 January again, and January is billed.
    const february = ['2024-02-01T00:00:00.000Z', '2024-03-01T07:59:59.999Z'];
    assert.deepEqual(periodAt(small, '2024-02-01T03:00:00Z'), february);
    assert.deepEqual(periodAt(small, '2024-02-29T12:00:00Z'), february);
    assert.deepEqual(periodAt(small, '2024-01-31T23:59:59Z'), ['2024-01-05T00:00:00.000Z', '2024-01-31T23:59:59.999Z']);
    assert.deepEqual(periodAt(small, '2024-03-01T08:00:00Z'), ['2024-03-01T08:00:00.000Z', '2024-04-01T06:59:59.999Z']);
  });

  it('ends with the new zone after a move east', () => {
    const small = new SmallWorld('2024-01-05T00:00:00Z', plan({ charges: [euroCharge] }));
    small.subscribe();
    small.to('2024-01-31T10:00:00Z');
    moveTo(small, 'Pacific/Auckland');
    assert.deepEqual(periodAt(small, '2024-01-31T10:00:00Z'), ['2024-01-05T00:00:00.000Z', '2024-01-31T10:59:59.999Z']);
    small.to('2024-01-31T12:00:00Z');
    assert.deepEqual(periodAt(small, '2024-01-31T12:00:00Z'), ['2024-01-31T11:00:00.000Z', '2024-02-29T10:59:59.999Z']);
  });
});

describe('a fee', () => {
  const hour = 3_600_000;
  it('belongs to the period that has most of it, not to one that it overlaps by hours', () => {
    const february = { from: 0, to: 28 * 24 * hour - 1 };
    const march = { from: february.to + 1 - 13 * hour, to: 59 * 24 * hour };
    assert.ok(isOfPeriod(february, february));
    assert.ok(!isOfPeriod(february, march));
    assert.ok(isOfPeriod({ from: 20 * 24 * hour, to: february.to }, february));
  });
});
