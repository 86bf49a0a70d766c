import { describe, expect, it } from '@jest/globals';
import { Decimal, ZERO } from '../decimal.js';
import { applyCreditNotes, creditableCents, refundableCents } from './limits.js';
import type { CreditedFee } from './limits.js';

const d = (x: number): Decimal => new Decimal(x);

describe('limits of credit notes', () => {
  it('equal the remainder of the fees, less their share of coupons, plus taxes', () => {
    const invoice = {
      feesAmountCents: 10000n,
      couponsAmountCents: 1000n,
      progressiveBillingCreditAmountCents: 0n,
      fees: [
        { remainingCents: d(4000), taxesRate: d(20) },
        { remainingCents: d(1000), taxesRate: d(0) },
      ],
    };
    expect(creditableCents(invoice)).toBe(5220n);
    expect(creditableCents({ ...invoice, fees: [] })).toBe(0n);
    expect([
      refundableCents(3000n, 500n, 5220n),
      refundableCents(9000n, 500n, 5220n),
      refundableCents(100n, 500n, 5220n),
    ]).toEqual([2500n, 5220n, 0n]);
  });
});

describe('credit notes on an invoice', () => {
  const fee = (cents: bigint, taxes: bigint): CreditedFee => ({
    amountCents: cents,
    preciseCouponsAmountCents: ZERO,
    taxesAmountCents: taxes,
    preciseCreditNotesAmountCents: ZERO,
  });

  it('are used oldest first, up to the amount due', () => {
    const result = applyCreditNotes(
      [
        { id: 'a', balanceCents: 300n },
        { id: 'b', balanceCents: 0n },
        { id: 'c', balanceCents: 5000n },
        { id: 'd', balanceCents: 1n },
      ],
      [fee(1000n, 200n), fee(500n, 100n)],
      1800n,
    );
    expect(result.used).toEqual([
      { id: 'a', amountCents: 300n },
      { id: 'c', amountCents: 1500n },
    ]);
    expect([result.creditNotesAmountCents, result.totalCents]).toEqual([1800n, 0n]);
    expect(result.fees.map(({ preciseCreditNotesAmountCents: c }) => c.toFixed())).toEqual(['1200', '600']);
  });
});
