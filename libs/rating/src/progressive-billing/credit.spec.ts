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

describe('the credit for progressive invoices', () => {
  it('applies per fee, and returns amounts that moved to another charge', () => {
    const moved = progressiveBillingCredit(
      [billed('p', 'm', 11000n), billed('q', 'n', 1000n)],
      [fee('m', 1000n), fee('n', 11000n), fee('', 500n)],
    );
    expect(figures(moved)).toEqual({ credits: [1000, 1000, 0], remainders: { p: '10000' } });
    expect(moved.creditCents).toBe(2000n);
    expect(moved.fees.map((each) => each.preciseCouponsAmountCents.toFixed())).toEqual(['1000', '1000', '0']);
  });

  it('excludes the items of credit notes, which the later invoice bills again', () => {
    const noted = billed('p', 'm', 12000n, { notedCents: new Decimal(5000), remainingCents: new Decimal(7000) });
    expect(figures(progressiveBillingCredit([noted], [fee('m', 12000n)]))).toEqual({ credits: [7000], remainders: {} });
  });

  it('returns to the invoice that first billed it, as a share of its whole fee', () => {
    const chain = [billed('p', 'm', 200n), billed('q', 'm', 600n, { creditedCents: 200n })];
    expect(figures(progressiveBillingCredit(chain, [fee('m', 631n)]))).toEqual({ credits: [600], remainders: {} });
    // 100 of the second invoice's own 400 equal 150 of its fee of 600, which includes 200 of the first.
    expect(figures(progressiveBillingCredit(chain, [fee('m', 500n)])).remainders).toEqual({ q: '150' });
    expect(figures(progressiveBillingCredit(chain, [fee('m', 100n)])).remainders).toEqual({ q: '600', p: '100' });
    // Older invoices did not store the credit of each fee.
    const old = chain.map((each) => ({ ...each, creditedCents: null }));
    expect(figures(progressiveBillingCredit(old, [fee('m', 100n)])).remainders).toEqual({ q: '600', p: '100' });
  });

  it('names the fees that billed something first, with the fees of their buckets', () => {
    const chain = [
      billed('p', 'm', 200n, { notedCents: new Decimal('50.5') }),
      billed('q', 'm', 600n, { creditedCents: 200n }),
      billed('r', 'm', 600n, { creditedCents: 600n }),
      billed('s', 'gone', 9n),
    ];
    const { uses } = progressiveBillingCredit(chain, [fee('', 5n), fee('m', 100n), fee('m', 700n)]);
    expect(uses.map(({ notedCents, ...use }) => ({ ...use, notedCents: notedCents.toFixed() }))).toEqual([
      { feeId: 'p', amountCents: 200n, creditedCents: 0n, notedCents: '50.5', targets: [1, 2] },
      { feeId: 'q', amountCents: 600n, creditedCents: 200n, notedCents: '0', targets: [1, 2] },
    ]);
  });

  it('does not return amounts that a voided note has used up', () => {
    const used = billed('p', 'm', 1000n, { remainingCents: new Decimal(400) });
    expect(figures(progressiveBillingCredit([used], [fee('m', 100n)]))).toEqual({
      credits: [100],
      remainders: { p: '400' },
    });
  });
});
