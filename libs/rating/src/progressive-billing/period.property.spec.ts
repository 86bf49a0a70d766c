import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyCoupons, type AppliedCoupon, type DiscountableFee } from '../coupons/coupons.js';
import { creditNoteAmounts, NOTHING_TAKEN, restAfter, type NoteRest } from '../credit-notes/amounts.js';
import { Decimal, ZERO, centsDecimal } from '../decimal.js';
import { assertInvoiceAddsUp } from '../invoice-invariants.js';
import { feesTotal, invoiceTotals } from '../invoice-totals.js';
import type { TaxableFee } from '../taxes.js';
import { progressiveBillingCredit, type ProgressiveFee } from './credit.js';

/** Charges with their taxes; a coupon for a metric targets one of the first. */
const buckets = [
  { bucket: 'm a', metric: 'm', rates: ['20'] },
  { bucket: 'm b', metric: 'm', rates: ['20'] },
  { bucket: 'n', metric: 'n', rates: ['5.5', '1'] },
  { bucket: 'o', metric: 'o', rates: [] },
];
type Fee = DiscountableFee & TaxableFee & { bucket: string; progressiveCreditCents: bigint };

const feesOf = (usage: readonly number[]): Fee[] =>
  buckets.map(({ bucket, metric, rates }, place) => ({
    type: 'charge',
    bucket,
    planIds: ['p'],
    billableMetricId: metric,
    amountCents: BigInt(usage[place] ?? 0),
    preciseAmountCents: new Decimal(usage[place] ?? 0),
    preciseCouponsAmountCents: ZERO,
    progressiveCreditCents: 0n,
    taxes: rates.map((rate) => ({ code: rate, rate: new Decimal(rate) })),
  }));

interface Written {
  fees: Fee[];
  totalCents: bigint;
  items: Decimal[];
  rest: NoteRest;
}

/** Bills a period repeatedly, checks each invoice, and counts the documents. */
class Period {
  readonly progressive: Written[] = [];
  chargedCents = 0n;
  documents = 0;

  constructor(private readonly coupons: readonly AppliedCoupon[]) {}

  /** Invoices the usage so far; repeating it gives the same result and no further note. */
  bill(usage: readonly number[]): Written {
    const fees = feesOf(usage);
    this.giveBack(progressiveBillingCredit(this.billed(), fees).remainders);
    const credited = progressiveBillingCredit(this.billed(), fees);
    expect(credited.remainders).toEqual([]);
    const subTotal = feesTotal(fees) - credited.creditCents;
    const discounted = applyCoupons(this.coupons, credited.fees, subTotal, 'EUR');
    const totals = invoiceTotals(discounted.fees, {
      progressiveBillingCreditCents: credited.creditCents,
      couponsCents: discounted.couponsAmountCents,
      creditNotesCents: 0n,
      prepaidGrantedCents: 0n,
      prepaidPurchasedCents: 0n,
    });
    assertInvoiceAddsUp(discounted.fees, totals, discounted.credits.length);
    this.chargedCents += totals.totalAmountCents;
    this.documents += 1;
    return {
      fees: [...discounted.fees],
      totalCents: totals.totalAmountCents,
      items: fees.map(() => ZERO),
      rest: {
        remainingCents: centsDecimal(totals.feesAmountCents),
        subTotalCents: totals.subTotalExcludingTaxesAmountCents,
        taxesCents: totals.taxesAmountCents,
        credited: [],
        taken: NOTHING_TAKEN,
      },
    };
  }

  /** The fees of all progressive invoices in the form that later ones use. */
  private billed(): ProgressiveFee[] {
    return this.progressive.flatMap(({ fees, items }, invoice) =>
      fees.map((fee, place) => ({
        id: `${invoice} ${place}`,
        bucket: fee.bucket,
        amountCents: fee.amountCents,
        creditedCents: fee.progressiveCreditCents,
        notedCents: items[place] ?? ZERO,
        remainingCents: centsDecimal(fee.amountCents).minus(items[place] ?? ZERO),
      })),
    );
  }

  /** Creates a note of items on each of their invoices. */
  giveBack(remainders: readonly { feeId: string; amountCents: Decimal }[]): void {
    for (const [place, invoice] of this.progressive.entries()) {
      const own = remainders.filter(({ feeId }) => feeId.startsWith(`${place} `));
      if (own.length === 0) continue;
      const items = own.map(({ feeId, amountCents }) => ({ at: Number(feeId.split(' ')[1]), amountCents }));
      const parts = items.map(({ at, amountCents }) => {
        const fee = invoice.fees[at] as Fee;
        const { amountCents: feeAmountCents, preciseCouponsAmountCents, taxes } = fee;
        return { feeAmountCents, feePreciseCouponsAmountCents: preciseCouponsAmountCents, taxes, amountCents };
      });
      const amounts = creditNoteAmounts(parts, invoice.rest);
      for (const { at, amountCents } of items) invoice.items[at] = (invoice.items[at] ?? ZERO).plus(amountCents);
      invoice.rest = restAfter(invoice.rest, parts, amounts);
      this.chargedCents -= amounts.subTotalExcludingTaxesAmountCents + amounts.taxesAmountCents;
      this.documents += 1;
    }
  }
}

const usage = fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 4, maxLength: 4 });
const coupons = fc.array(
  fc.record({
    rate: fc.constantFrom('10', '33.33', '50', '100'),
    limit: fc.constantFrom<AppliedCoupon['limit']>(
      null,
      { kind: 'billable_metrics', ids: ['m', 'n'] },
      { kind: 'plans', ids: ['p'] },
    ),
  }),
  { maxLength: 3 },
);
const percentages = coupons.map((list) =>
  list.map(({ rate, limit }, place): AppliedCoupon => ({
    id: `c${place}`,
    type: 'percentage',
    frequency: 'forever',
    amountCents: null,
    currency: null,
    percentageRate: new Decimal(rate),
    periodsRemaining: null,
    usedCents: 0n,
    limit,
  })),
);

describe('a period with progressive invoices', () => {
  it('totals the same as one invoice at its end, however usage rises, falls and moves', () => {
    fc.assert(
      fc.property(percentages, fc.array(usage, { maxLength: 4 }), usage, (list, steps, last) => {
        const period = new Period(list);
        for (const step of steps) period.progressive.push(period.bill(step));
        period.bill(last);
        const whole = new Period(list).bill(last);
        const difference = Number(period.chargedCents - whole.totalCents);
        expect(Math.abs(difference)).toBeLessThanOrEqual(period.documents + 1);
      }),
      { numRuns: 300 },
    );
  });

  it('totals the same with requested notes on progressive invoices', () => {
    const requests = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(
        percentages,
        fc.array(fc.tuple(usage, requests), { minLength: 1, maxLength: 3 }),
        usage,
        (list, steps, last) => {
          const period = new Period(list);
          for (const [step, permille] of steps) {
            const invoice = period.bill(step);
            period.progressive.push(invoice);
            const items = invoice.fees.map(({ amountCents }, place) => ({
              feeId: `${period.progressive.length - 1} ${place}`,
              amountCents: centsDecimal((amountCents * BigInt(permille[place] ?? 0)) / 1000n),
            }));
            period.giveBack(items.filter(({ amountCents }) => amountCents.gt(0)));
          }
          period.bill(last);
          const whole = new Period(list).bill(last);
          // The remainder after notes is stored to the cent: half a cent of tolerance for each of them.
          const most = period.documents + 1 + steps.length * buckets.length;
          expect(Math.abs(Number(period.chargedCents - whole.totalCents))).toBeLessThanOrEqual(most);
        },
      ),
      { numRuns: 200 },
    );
  });
});
