import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { euroCharge, plan, SmallWorld } from './small-world.fixture.ts';
import { passedThresholds } from './thresholds.ts';

describe('thresholds', () => {
  const all = [{ amount_cents: 2000 }, { amount_cents: 1000 }, { amount_cents: 500, recurring: true }];
  const passed = (invoiced: bigint, current: bigint) =>
    passedThresholds(all, invoiced, current).map(({ amount_cents: cents, recurring }) => (recurring ? 'again' : cents));

  it('are passed by the usage of the lifetime', () => {
    assert.deepEqual(passed(0n, 999n), []);
    assert.deepEqual(passed(0n, 1000n), [1000]);
    assert.deepEqual(passed(1000n, 1000n), [2000]);
    assert.deepEqual(passed(0n, 2499n), [1000, 2000]);
  });

  it('recur beyond the largest', () => {
    assert.deepEqual(passed(0n, 2500n), [1000, 2000, 'again']);
    assert.deepEqual(passed(2000n, 499n), []);
    assert.deepEqual(passed(2000n, 500n), ['again']);
    assert.deepEqual(passed(2300n, 199n), []);
    assert.deepEqual(passed(2300n, 200n), ['again']);
  });
});

describe('a progressive invoice', () => {
  const subscribed = plan({ charges: [euroCharge], usage_thresholds: [{ amount_cents: 1000 }] });

  it('is credited on the invoice of its period', () => {
    const small = new SmallWorld('2024-01-01T00:00:00Z', subscribed);
    small.subscribe();
    small.to('2024-01-10T00:00:00Z');
    small.use(9);
    assert.equal(small.world.invoices.length, 0);
    small.use(3);
    assert.equal(small.invoice.totalCents, 1200n);
    small.to('2024-01-20T00:00:00Z');
    small.use(3);
    assert.equal(small.world.invoices.length, 1);
    small.to('2024-02-01T00:00:00Z');
    assert.equal(small.invoice.feesCents, 1500n);
    assert.equal(small.invoice.progressiveCents, 1200n);
    assert.equal(small.invoice.totalCents, 300n);
  });

  it('leaves a note for usage that was taken back', () => {
    const small = new SmallWorld('2024-01-01T00:00:00Z', subscribed);
    small.subscribe();
    small.to('2024-01-10T00:00:00Z');
    small.use(12);
    small.use(-4);
    small.to('2024-02-01T00:00:00Z');
    assert.equal(small.invoice.feesCents, 800n);
    assert.equal(small.invoice.totalCents, 0n);
    assert.equal(small.world.creditNotes[0]?.totalCents, 400n);
  });
});
