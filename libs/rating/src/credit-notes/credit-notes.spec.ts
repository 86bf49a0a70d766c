import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { creditNoteAmounts, estimatedCredit, NOTHING_TAKEN, restAfter, splitTotal, withFinalCent } from './amounts.js';
import { currentBillingPeriod } from '../periods/running-period.js';
import { unusedDays, prorationCreditCents, prorationCreditNote } from './proration-credit.js';
import type { SubscriptionAgreement } from '../periods/subscription-agreement.js';
import type { CreditNoteItem, NoteRest } from './amounts.js';
import type { EarlyEnding, PrepaidFee } from './proration-credit.js';

const at = (iso: string): number => new Date(iso).getTime();
const d = (x: number | string): Decimal => new Decimal(x);
const T20 = { code: 't', rate: d(20) };
const item = (feeCents: number, cents: number, coupons: string): CreditNoteItem => ({
  feeAmountCents: BigInt(feeCents),
  feePreciseCouponsAmountCents: d(coupons),
  taxes: [T20],
  amountCents: d(cents),
});

describe('a credit note', () => {
  it('subtracts the share of coupons, then adds taxes', () => {
    const amounts = creditNoteAmounts([item(1000, 500, '100')]);
    expect(amounts).toMatchObject({
      couponsAdjustmentAmountCents: 50n,
      subTotalExcludingTaxesAmountCents: 450n,
      taxesAmountCents: 90n,
      totalAmountCents: 540n,
    });
    expect(amounts.appliedTaxes).toEqual([{ ...T20, baseAmountCents: 450n, amountCents: 90n }]);
    expect(amounts.taxesRate.toFixed()).toBe('20');
  });

  const invoice = (subTotalCents: bigint, taxesCents: bigint): NoteRest => ({
    remainingCents: d(String(subTotalCents)),
    subTotalCents,
    taxesCents,
    credited: [],
    taken: NOTHING_TAKEN,
  });

  it('settles earlier rounding', () => {
    const first = creditNoteAmounts([item(6833, 6833, '0')]);
    const rest = restAfter(invoice(13_666n, 2733n), [item(6833, 6833, '0')], first);
    const last = creditNoteAmounts([item(6833, 6833, '0')], rest);
    expect(last.preciseTaxesAmountCents.toFixed()).toBe('1366.2');
    expect([first.taxesAmountCents, last.taxesAmountCents]).toEqual([1367n, 1366n]);
    expect(last.appliedTaxes[0]?.amountCents).toBe(1366n);
  });

  it('of 20 fees of 15 cents with a coupon of 17 % has 12 or 13 cents, never more than its fee', () => {
    const part: CreditNoteItem = { ...item(15, 15, '2.55'), taxes: [] };
    let rest: NoteRest = { ...invoice(249n, 0n), remainingCents: d(300) };
    const totals: bigint[] = [];
    for (let note = 0; note < 20; note++) {
      const amounts = creditNoteAmounts([part], rest);
      totals.push(amounts.totalAmountCents);
      rest = restAfter(rest, [part], amounts);
    }
    expect(new Set(totals)).toEqual(new Set([12n, 13n]));
    expect(totals.reduce((sum, total) => sum + total, 0n)).toBe(249n);
  });

  it('moves a cent where rounding separated the total from its parts', () => {
    const amounts = creditNoteAmounts([item(72686, 72686, '0')]);
    const split = withFinalCent({ creditAmountCents: 87224n, refundAmountCents: 0n, offsetAmountCents: 0n }, amounts);
    expect(split.creditAmountCents).toBe(87223n);
    expect(
      withFinalCent({ creditAmountCents: 0n, refundAmountCents: 87224n, offsetAmountCents: 0n }, amounts)
        .refundAmountCents,
    ).toBe(87223n);
    expect(estimatedCredit(amounts)).toEqual({ creditAmountCents: 87223n, taxesAmountCents: 14537n });
  });
});

const agreement = (start: string): SubscriptionAgreement => ({
  interval: 'monthly',
  billingTime: 'calendar',
  payInAdvance: true,
  billChargesMonthly: false,
  billFixedChargesMonthly: false,
  subscriptionAt: at(start),
  startedAt: at(start),
  createdAt: at(start),
  terminatedAt: null,
  predecessor: null,
  successor: null,
});
const ending = (start: string, end: string, changes: Partial<EarlyEnding> = {}): EarlyEnding => ({
  agreement: agreement(start),
  terminatedAt: at(end),
  timezone: 'UTC',
  paidTo: currentBillingPeriod(agreement(start), at(end), changes.timezone ?? 'UTC', null).to,
  upgrade: false,
  trial: null,
  ...changes,
});
const fee = (cents: number, plan: number, from: string, changes: Partial<PrepaidFee> = {}): PrepaidFee => ({
  amountCents: BigInt(cents),
  preciseCouponsAmountCents: d(0),
  taxesAmountCents: BigInt(cents) / 5n,
  taxes: [T20],
  planAmountCents: BigInt(plan),
  subscriptionFrom: at(from),
  creditedCents: d(0),
  ...changes,
});
const UNPAID = { paidCents: 0n, subTotalIncludingTaxesCents: 9000n };

describe('unused days of a plan in advance', () => {
  it('are those of the paid period, whatever the time zone became', () => {
    const started = { agreement: { ...agreement('2025-01-01T00:00:00Z'), billingTime: 'calendar' as const } };
    const west = { ...started, timezone: 'America/New_York' };
    // February is paid in UTC; in New York it is still 31 January.
    const early = { ...west, paidTo: at('2025-02-28T23:59:59Z') };
    expect(unusedDays(ending('2025-01-01T00:00:00Z', '2025-02-01T02:00:00Z', early))).toBe(28);
    expect(unusedDays(ending('2025-01-01T00:00:00Z', '2025-02-10T12:00:00Z', early))).toBe(18);
    // January was paid in UTC and has some hours more in New York.
    const late = { ...west, upgrade: true, paidTo: at('2025-01-31T23:59:59Z') };
    expect(unusedDays(ending('2025-01-01T00:00:00Z', '2025-02-01T03:00:00Z', late))).toBe(1);
    // A period that was never billed.
    expect(unusedDays(ending('2025-01-01T00:00:00Z', '2025-03-10T12:00:00Z', late))).toBe(0);
  });

  it('are the days after the termination', () => {
    const february = (end: string) =>
      prorationCreditNote(
        ending('2023-02-08T00:00:00Z', end),
        fee(7500, 10000, '2023-02-08T00:00:00Z'),
        'credit',
        UNPAID,
      );
    expect(february('2023-02-21T10:00:00Z')?.split.creditAmountCents).toBe(3000n);
    expect(february('2023-02-08T10:00:00Z')?.split.creditAmountCents).toBe(8572n);
    expect(february('2023-02-28T10:00:00Z')).toBeNull();
  });

  it('of an upgrade include its day, and never exceed the fee', () => {
    const upgrade = ending('2023-06-29T00:00:00Z', '2023-09-28T05:00:00Z', { upgrade: true });
    const anniversary = { ...upgrade, agreement: { ...upgrade.agreement, billingTime: 'anniversary' as const } };
    expect(unusedDays(anniversary)).toBe(1);
    expect(prorationCreditCents(anniversary, fee(1000, 1000, '2023-08-29T00:00:00Z')).toFixed()).toBe('32.25806');
    const first = ending('2023-02-10T00:00:00Z', '2023-02-10T10:00:00Z', { upgrade: true });
    expect(
      prorationCreditCents(first, fee(5000, 10000, '2023-02-10T00:00:00Z', { creditedCents: d('100.5') })).toFixed(),
    ).toBe('4899.5');
  });

  it('are truncated to five decimals, with a consistent subtotal and taxes', () => {
    const april = prorationCreditNote(
      ending('2023-04-01T00:00:00Z', '2023-04-01T10:00:00Z'),
      { ...fee(16000, 16000, '2023-04-01T00:00:00Z'), taxes: [{ code: 't', rate: d(25) }] },
      'credit',
      UNPAID,
    );
    expect(april?.itemAmountCents.toFixed()).toBe('15466.66666');
    expect([
      april?.amounts.subTotalExcludingTaxesAmountCents,
      april?.amounts.taxesAmountCents,
      april?.split.creditAmountCents,
    ]).toEqual([15467n, 3867n, 19334n]);
  });

  it('create no note when coupons covered the whole fee', () => {
    const free = fee(7500, 10000, '2023-02-08T00:00:00Z', { preciseCouponsAmountCents: d(7500), taxesAmountCents: 0n });
    expect(
      prorationCreditNote(ending('2023-02-08T00:00:00Z', '2023-02-21T10:00:00Z'), free, 'credit', UNPAID),
    ).toBeNull();
  });

  it('in a trial count from its end', () => {
    const trial = { days: d(10), initialStartedAt: at('2023-02-08T12:00:00Z') };
    expect(unusedDays(ending('2023-02-08T12:00:00Z', '2023-02-10T00:00:00Z', { trial }))).toBe(11);
    expect(
      unusedDays(ending('2023-02-08T12:00:00Z', '2023-02-10T00:00:00Z', { trial: { ...trial, days: d(60) } })),
    ).toBe(0);
    expect(unusedDays(ending('2023-02-08T12:00:00Z', '2023-02-20T00:00:00Z', { trial }))).toBe(8);
  });

  it('are refunded as far as the payment exceeds the used days', () => {
    const e = ending('2023-02-08T00:00:00Z', '2023-02-21T10:00:00Z');
    const f = fee(7500, 10000, '2023-02-08T00:00:00Z');
    const split = (mode: 'refund' | 'offset' | 'skip', paidCents: bigint) =>
      prorationCreditNote(e, f, mode, { paidCents, subTotalIncludingTaxesCents: 9000n })?.split;
    expect(split('refund', 9000n)).toEqual({ creditAmountCents: 0n, refundAmountCents: 3000n, offsetAmountCents: 0n });
    expect(split('refund', 7000n)).toEqual({
      creditAmountCents: 2000n,
      refundAmountCents: 1000n,
      offsetAmountCents: 0n,
    });
    expect(split('offset', 0n)).toEqual({ creditAmountCents: 0n, refundAmountCents: 0n, offsetAmountCents: 3000n });
    expect(split('skip', 9000n)).toBeUndefined();
    expect(
      splitTotal(split('refund', 7000n) ?? { creditAmountCents: 0n, refundAmountCents: 0n, offsetAmountCents: 0n }),
    ).toBe(3000n);
  });
});
