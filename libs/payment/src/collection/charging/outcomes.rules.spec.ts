import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { payableInvoice } from '../../model/repositories/rows.fixture.js';
import { hasEnded, isOpenAtProvider, partsOfPayment, type RequestedPart } from './outcomes.rules.js';

const statuses = ['pending', 'processing', 'succeeded', 'failed'] as const;

describe('the outcome of a payment (webhooks, section 10.3)', () => {
  it('never undoes a success, and may still turn a failure into a success', () => {
    const open = statuses.filter((payment_status) => isOpenAtProvider({ type: 'provider', payment_status }));
    expect(open).toEqual(['pending', 'processing', 'failed']);
  });

  it('does not concern a manual payment', () => {
    expect(statuses.some((payment_status) => isOpenAtProvider({ type: 'manual', payment_status }))).toBe(false);
  });

  it('reports a failure once', () => {
    expect(statuses.filter((payment_status) => hasEnded({ payment_status }))).toEqual(['succeeded', 'failed']);
  });
});

const part = (id: string, dueCents: bigint, changes: Partial<RequestedPart> = {}): RequestedPart => ({
  invoice: payableInvoice({ id, dueCents }),
  paymentId: `payment of ${id}`,
  recordedCents: null,
  ...changes,
});

describe('the payment of a payment request (webhooks, section 16)', () => {
  it('pays the due amount of each invoice', () => {
    expect(partsOfPayment(1000n, [part('a', 700n), part('b', 300n)])).toEqual([
      { id: 'a', amountCents: 700n, paymentId: 'payment of a' },
      { id: 'b', amountCents: 300n, paymentId: 'payment of b' },
    ]);
  });

  it('leaves out invoices that were paid or voided since the request: their share is an excess', () => {
    const gone = [
      part('a', 700n, { invoice: payableInvoice({ id: 'a', paymentStatus: 'succeeded' }) }),
      part('b', 300n, { invoice: payableInvoice({ id: 'b', status: 'voided' }) }),
    ];
    expect(partsOfPayment(1000n, gone)).toEqual([]);
    expect(partsOfPayment(1300n, [...gone, part('c', 300n)]).map(({ id }) => id)).toEqual(['c']);
  });

  it('repeats the recorded amounts of an earlier try, although their invoices are paid now', () => {
    const recorded = part('a', 0n, {
      invoice: payableInvoice({ id: 'a', paymentStatus: 'succeeded', dueCents: 0n }),
      recordedCents: 700n,
    });
    expect(partsOfPayment(1000n, [recorded, part('b', 500n)]).map(({ amountCents }) => amountCents)).toEqual([
      700n,
      300n,
    ]);
  });

  it('never pays more than the payment, nor more than an invoice owes', () => {
    const dues = fc.array(fc.bigInt({ min: 0n, max: 500n }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 3_000n }), dues, (amount, each) => {
        const parts = partsOfPayment(
          amount,
          each.map((due, index) => part(String(index), due)),
        );
        const paid = parts.reduce((sum, { amountCents }) => sum + amountCents, 0n);
        const owed = each.reduce((sum, due) => sum + due, 0n);
        expect(paid).toBe(owed < amount ? owed : amount);
        for (const { id, amountCents } of parts) {
          expect(amountCents).toBeGreaterThan(0n);
          expect(amountCents).toBeLessThanOrEqual(each[Number(id)] ?? 0n);
        }
      }),
    );
  });
});
