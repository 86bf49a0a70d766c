import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Choice } from '../history.ts';
import type { ProviderMethod } from '../requests.ts';
import { plan, SmallWorld } from './small-world.fixture.ts';

/** An invoice of 10.00 whose provider answers in an hour. */
function underWay(method: ProviderMethod): SmallWorld {
  const small = new SmallWorld('2024-01-01T00:00:00Z', plan({ amount_cents: 1000, pay_in_advance: true }));
  small.call('PUT /customers/cust1/payment_provider', { payment_provider: { provider_method_id: method } });
  small.subscribe();
  return small;
}

const choose = ({ world }: SmallWorld, path: string, choice: Partial<Choice>) =>
  world.play({ do: path, choose: { nth: 0, underWay: true, ...choice } })?.status;

describe('a payment that comes when less is due', () => {
  it('leaves what is due at the invoice', () => {
    const small = underWay('pm_late');
    assert.equal(choose(small, 'POST /payments', { share: 0.4 }), 200);
    assert.equal(small.invoice.paidCents, 400n);
    small.to('2024-01-01T01:00:00Z');
    assert.equal(small.invoice.paidCents, 1000n);
  });

  it('leaves nothing at a voided invoice', () => {
    const small = underWay('pm_late');
    assert.equal(choose(small, 'POST /invoices/void', {}), 200);
    small.to('2024-01-01T01:00:00Z');
    assert.equal(small.invoice.paidCents, 0n);
  });

  it('changes nothing when it is refused', () => {
    const small = underWay('pm_late_fails');
    choose(small, 'POST /payments', { share: 0.4 });
    small.to('2024-01-01T01:00:00Z');
    assert.equal(small.invoice.paidCents, 400n);
  });
});
