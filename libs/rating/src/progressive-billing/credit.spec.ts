import { describe, expect, it } from '@jest/globals';
import { Decimal, ZERO } from '../decimal.js';
import { progressiveBillingCredit, type CreditableFee, type ProgressiveFee } from './credit.js';

const fee = (bucket: string, cents: bigint): CreditableFee => ({
  bucket,
  amountCents: cents,
  preciseCouponsAmountCents: ZERO,
});
const billed = (id: string, bucket: string, cents: bigint, more: Partial<ProgressiveFee> = {}): ProgressiveFee => ({
  id,
  bucket,
  amountCents: cents,
  creditedCents: 0n,
  notedCents: ZERO,
  remainingCents: new Decimal(String(cents)),
  ...more,
});
const figures = (of: ReturnType<typeof progressiveBillingCredit>) => ({
  credits: of.fees.map(({ progressiveCreditCents }) => Number(progressiveCreditCents)),
  remainders: Object.fromEntries(of.remainders.map(({ feeId, amountCents }) => [feeId, amountCents.toFixed()])),
});

describe('the credit of progressive invoices', () => {
  it('is of each fee for itself; what moved to another charge goes back', () => {
    const moved = progressiveBillingCredit(
      [billed('p', 'm', 11000n), billed('q', 'n', 1000n)],
      [fee('m', 1000n), fee('n', 11000n), fee('', 500n)],
    );
    expect(figures(moved)).toEqual({ credits: [1000, 1000, 0], remainders: { p: '10000' } });
    expect(moved.creditCents).toBe(2000n);
    expect(moved.fees.map((each) => each.preciseCouponsAmountCents.toFixed())).toEqual(['1000', '1000', '0']);
  });

  it('is less the items of notes, which the later invoice bills again', () => {
    const noted = billed('p', 'm', 12000n, { notedCents: new Decimal(5000), remainingCents: new Decimal(7000) });
    expect(figures(progressiveBillingCredit([noted], [fee('m', 12000n)]))).toEqual({ credits: [7000], remainders: {} });
  });

  it('goes back to the invoice that billed it first, as a share of its whole fee', () => {
    const chain = [billed('p', 'm', 200n), billed('q', 'm', 600n, { creditedCents: 200n })];
    expect(figures(progressiveBillingCredit(chain, [fee('m', 631n)]))).toEqual({ credits: [600], remainders: {} });
    // 100 of the 400 that the second has billed are 150 of its fee of 600, of which 200 are not its own.
    expect(figures(progressiveBillingCredit(chain, [fee('m', 500n)])).remainders).toEqual({ q: '150' });
    expect(figures(progressiveBillingCredit(chain, [fee('m', 100n)])).remainders).toEqual({ q: '600', p: '100' });
    // Written before it was kept what each had credited.
    const old = chain.map((each) => ({ ...each, creditedCents: null }));
    expect(figures(progressiveBillingCredit(old, [fee('m', 100n)])).remainders).toEqual({ q: '600', p: '100' });
  });

  it('gives nothing back that a voided note has used up', () => {
    const used = billed('p', 'm', 1000n, { remainingCents: new Decimal(400) });
    expect(figures(progressiveBillingCredit([used], [fee('m', 100n)]))).toEqual({
      credits: [100],
      remainders: { p: '400' },
    });
  });
});
