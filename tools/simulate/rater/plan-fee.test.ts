import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plan, SmallWorld } from './small-world.fixture.ts';

describe('the plan fee', () => {
  it('of a started month is that of its days', () => {
    const small = new SmallWorld('2024-01-22T15:00:00Z', plan({ amount_cents: 3100 }));
    small.subscribe();
    small.to('2024-02-01T00:00:00Z');
    // 22 to 31 January: 10 of 31 days.
    assert.equal(small.invoice.feesCents, 1000n);
    small.to('2024-03-01T00:00:00Z');
    assert.equal(small.invoice.feesCents, 3100n);
  });

  it('in advance comes at the start', () => {
    const small = new SmallWorld('2024-02-20T00:00:00Z', plan({ amount_cents: 2900, pay_in_advance: true }));
    small.subscribe();
    // 20 to 29 February: 10 of 29 days.
    assert.equal(small.invoice.feesCents, 1000n);
  });

  it('begins after the trial', () => {
    const small = new SmallWorld('2024-01-01T00:00:00Z', plan({ amount_cents: 3100, trial_period: 10 }));
    small.subscribe();
    small.to('2024-02-01T00:00:00Z');
    // 11 to 31 January: 21 of 31 days.
    assert.equal(small.invoice.feesCents, 2100n);
  });

  it('of an ended month is that of its days', () => {
    const small = new SmallWorld('2024-01-01T00:00:00Z', plan({ amount_cents: 3100 }));
    small.subscribe();
    small.to('2024-01-05T10:00:00Z');
    small.call('DELETE /subscriptions/sub1');
    assert.equal(small.invoice.feesCents, 500n);
  });
});
