import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNote } from './corrections.ts';
import { rational } from './rational.ts';
import { coupon, plan, SmallWorld } from './small-world.fixture.ts';

const feeOf = ({ invoice }: SmallWorld) => {
  const [fee] = invoice.fees;
  if (!fee) throw new Error('There is no fee');
  return fee;
};

/** Credits a part of the only fee. @returns the figures of the note */
function credit(small: SmallWorld, cents: number, totalCents: bigint): string {
  const items = [{ fee: feeOf(small), amount: rational(cents) }];
  const split = { creditCents: totalCents, refundCents: 0n, offsetCents: 0n };
  const status = createNote(small.world, small.invoice, items, split);
  const note = small.world.creditNotes.at(-1);
  return status === 200 && note ? `${note.subTotalCents} + ${note.taxesCents} = ${note.totalCents}` : String(status);
}

describe('a credit note', () => {
  it('gives back the coupons and taxes of its share', () => {
    const small = new SmallWorld('2024-01-01T00:00:00Z', plan({ amount_cents: 1000 }), { taxRate: 20 });
    small.apply(coupon('tenth', { coupon_type: 'percentage', percentage_rate: '10' }));
    small.subscribe();
    small.to('2024-02-01T00:00:00Z');
    assert.equal(small.invoice.totalCents, 1080n);
    // Half of 900 and of 180 cents.
    assert.equal(credit(small, 500, 540n), '450 + 90 = 540');
    assert.equal(credit(small, 501, 541n), '422');
  });

  it('that is the last makes up the invoice', () => {
    const small = new SmallWorld('2024-01-01T00:00:00Z', plan({ amount_cents: 101 }), { taxRate: 19 });
    small.subscribe();
    small.to('2024-02-01T00:00:00Z');
    assert.equal(small.invoice.totalCents, 120n); // 101 + 19.19
    assert.equal(credit(small, 50, 60n), '50 + 10 = 60'); // 50 + 9.5
    assert.equal(credit(small, 51, 60n), '51 + 9 = 60');
  });

  it('comes for unused days of a plan in advance', () => {
    const inAdvance = plan({ amount_cents: 3100, pay_in_advance: true });
    const small = new SmallWorld('2024-01-01T00:00:00Z', inAdvance, { taxRate: 20 });
    small.subscribe();
    small.to('2024-01-21T12:00:00Z');
    small.call('DELETE /subscriptions/sub1');
    // 22 to 31 January: 10 of 31 days.
    const [note] = small.world.creditNotes;
    assert.equal(note?.subTotalCents, 1000n);
    assert.equal(note?.totalCents, 1200n);
  });

  it('pays a later invoice', () => {
    const small = new SmallWorld('2024-01-01T00:00:00Z', plan({ amount_cents: 1000 }));
    small.subscribe();
    small.to('2024-02-01T00:00:00Z');
    credit(small, 300, 300n);
    small.to('2024-03-01T00:00:00Z');
    assert.equal(small.invoice.creditNotesCents, 300n);
    assert.equal(small.invoice.totalCents, 700n);
    assert.equal(small.world.creditNotes[0]?.creditStatus, 'consumed');
  });
});
