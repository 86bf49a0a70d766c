import { describe, expect, it } from '@jest/globals';
import { subscriptionFee } from '../fees/subscription-fee.js';
import { invoiceBoundaries } from './boundaries.js';
import { areSameDays, type PlanDays } from './plan-days.js';
import { terminationBoundaries } from './termination-boundaries.js';
import { movedBillingInstant, notYetBilled } from './unbilled-periods.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

const at = (text: string) => Date.parse(text);
const shown = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());

function monthly(startedAt: string, more: Partial<SubscriptionAgreement> = {}): SubscriptionAgreement {
  return {
    interval: 'monthly',
    billingTime: 'calendar',
    payInAdvance: false,
    billChargesMonthly: false,
    billFixedChargesMonthly: false,
    subscriptionAt: at(startedAt),
    startedAt: at(startedAt),
    createdAt: at(startedAt),
    terminatedAt: null,
    predecessor: null,
    successor: null,
    ...more,
  };
}
const scheduleOf = (agreement: SubscriptionAgreement, timezone: string) => ({
  ...agreement,
  timezone,
  monthlySplit: false,
});

describe('a move westward over the end of a period', () => {
  const february = { from: at('2024-02-01T00:00:00Z'), to: at('2024-03-01T00:00:00Z') - 1 };
  const agreement = monthly('2024-01-10T00:00:00Z', { terminatedAt: at('2024-03-01T05:00:00Z') });
  const timezone = 'America/Los_Angeles';
  const options = { billedUnderOtherTimezone: { charges: february } };
  const boundaries = terminationBoundaries(agreement, at('2024-03-01T05:00:00Z'), timezone, [february.to], options);
  const fee = (sameDaysBilled: boolean) =>
    subscriptionFee({
      agreement,
      planAmountCents: 2900n,
      hasFixedChargesInAdvance: false,
      trial: null,
      at: at('2024-03-01T05:00:00Z'),
      timezone,
      subscriptionFrom: boundaries.subscriptionFrom,
      subscriptionTo: boundaries.subscriptionTo,
      history: { subscriptionFeeBilled: true, sameDaysBilled, firstInvoice: false, startingInvoice: false },
    });
  const days: PlanDays = { from: boundaries.subscriptionFrom, to: boundaries.subscriptionTo, timezone };

  it('bills the plan only once when the subscription ends within the billed days', () => {
    expect(shown(boundaries.subscriptionFrom)).toBe('2024-02-01T08:00:00.000Z');
    expect(areSameDays(agreement, { ...february, timezone: 'UTC' }, days)).toBe(true);
    expect(areSameDays(agreement, { from: at('2024-02-29T10:00:00Z'), to: february.to, timezone: 'UTC' }, days)).toBe(
      true,
    );
    expect(
      areSameDays(agreement, { from: at('2024-01-10T00:00:00Z'), to: february.from - 1, timezone: 'UTC' }, days),
    ).toBe(false);
    expect(fee(true)).toBeNull();
    expect(fee(false)?.amountCents).toBe(2900n);
  });

  it('bills the usage in between', () => {
    expect([shown(boundaries.chargesFrom), shown(boundaries.chargesTo)]).toEqual([
      '2024-03-01T00:00:00.000Z',
      '2024-03-01T05:00:00.000Z',
    ]);
  });

  it('bills the next period in the new zone', () => {
    const march = invoiceBoundaries(
      { ...agreement, terminatedAt: null },
      at('2024-04-01T07:00:00Z'),
      timezone,
      options,
    );
    const followed = { from: march.subscriptionFrom, to: march.subscriptionTo, timezone };
    expect(areSameDays(agreement, { ...february, timezone: 'UTC' }, followed)).toBe(false);
  });
});

describe('a move before the first invoice', () => {
  it('omits no usage of a subscription whose start is then in the previous month', () => {
    const agreement = monthly('2024-03-01T00:30:00Z');
    const { chargesFrom, subscriptionFrom } = invoiceBoundaries(
      agreement,
      at('2024-04-01T07:00:00Z'),
      'America/Los_Angeles',
      {
        billedUnderOtherTimezone: notYetBilled(agreement, 'UTC'),
      },
    );
    expect([shown(chargesFrom), shown(subscriptionFrom)]).toEqual([
      '2024-03-01T00:30:00.000Z',
      '2024-03-01T08:00:00.000Z',
    ]);
  });

  it('continues with the first billed month of a start in the past', () => {
    const agreement = monthly('2024-01-30T00:00:00Z', { createdAt: at('2024-02-02T00:00:00Z') });
    const { chargesFrom } = invoiceBoundaries(agreement, at('2024-03-01T08:00:00Z'), 'America/Los_Angeles', {
      billedUnderOtherTimezone: notYetBilled(agreement, 'UTC'),
    });
    expect(shown(chargesFrom)).toBe('2024-02-01T00:00:00.000Z');
  });

  it('bills a plan in advance for the month that then contains the start', () => {
    const agreement = monthly('2024-02-29T20:00:00Z', { payInAdvance: true });
    const billed = movedBillingInstant(scheduleOf(agreement, 'Asia/Tokyo'), at('2024-03-01T00:00:00Z'));
    expect(shown(billed)).toBe('2024-02-29T15:00:00.000Z');
    const march = invoiceBoundaries(agreement, billed, 'Asia/Tokyo');
    expect([shown(march.subscriptionFrom), shown(march.subscriptionTo)]).toEqual([
      '2024-02-29T15:00:00.000Z',
      '2024-03-31T14:59:59.999Z',
    ]);
    expect([shown(march.chargesFrom), shown(march.chargesTo)]).toEqual([
      '2024-02-29T20:00:00.000Z',
      '2024-02-29T20:00:00.000Z',
    ]);
    expect(
      areSameDays(
        agreement,
        { from: at('2024-02-29T00:00:00Z'), to: at('2024-03-01T00:00:00Z') - 1, timezone: 'UTC' },
        { from: march.subscriptionFrom, to: march.subscriptionTo, timezone: 'Asia/Tokyo' },
      ),
    ).toBe(false);
  });
});
