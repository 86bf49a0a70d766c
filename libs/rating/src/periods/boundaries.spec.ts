import { describe, expect, it } from '@jest/globals';
import { afterTimezoneChange, invoiceBoundaries } from './boundaries.js';
import { currentBillingPeriod, currentPlanPeriod, downgradePlanDate } from './running-period.js';
import { endedPeriodBoundaries, terminationBoundaries } from './termination-boundaries.js';
import type { InvoiceBoundaries } from './boundaries.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

const at = (iso: string): number => new Date(iso).getTime();

function agreement(start: string, changes: Partial<SubscriptionAgreement> = {}): SubscriptionAgreement {
  return {
    interval: 'monthly',
    billingTime: 'anniversary',
    payInAdvance: false,
    billChargesMonthly: false,
    billFixedChargesMonthly: false,
    subscriptionAt: at(start),
    startedAt: at(start),
    createdAt: at(start),
    terminatedAt: null,
    predecessor: null,
    successor: null,
    ...changes,
  };
}

const shown = (instant: number | null): string | null =>
  instant === null ? null : `${new Date(instant).toISOString().slice(0, 19)}Z`;
const subscription = (b: InvoiceBoundaries): (string | null)[] => [shown(b.subscriptionFrom), shown(b.subscriptionTo)];
const charges = (b: InvoiceBoundaries): (string | null)[] => [shown(b.chargesFrom), shown(b.chargesTo)];
const fixedCharges = (b: InvoiceBoundaries): (string | null)[] => [shown(b.fixedChargesFrom), shown(b.fixedChargesTo)];

describe('boundaries of a periodic invoice', () => {
  it('in arrears start at midnight for the plan and at the exact start for usage', () => {
    const b = invoiceBoundaries(agreement('2024-01-31T01:00:00Z'), at('2024-02-29T00:00:00Z'), 'UTC');
    expect(subscription(b)).toEqual(['2024-01-31T00:00:00Z', '2024-02-28T23:59:59Z']);
    expect(charges(b)).toEqual(['2024-01-31T01:00:00Z', '2024-02-28T23:59:59Z']);
    expect(b.fullCharges?.durationDays).toBe(29);
  });

  it('in advance cover the coming period of the plan and the completed one of usage', () => {
    const b = invoiceBoundaries(
      agreement('2024-01-10T08:00:00Z', { payInAdvance: true }),
      at('2024-02-10T00:00:00Z'),
      'UTC',
    );
    expect(subscription(b)).toEqual(['2024-02-10T00:00:00Z', '2024-03-09T23:59:59Z']);
    expect(charges(b)).toEqual(['2024-01-10T08:00:00Z', '2024-02-09T23:59:59Z']);
  });

  it('on the start day have no usage', () => {
    const b = invoiceBoundaries(
      agreement('2024-03-05T12:12:00Z', { payInAdvance: true, billingTime: 'calendar' }),
      at('2024-03-05T12:12:00Z'),
      'UTC',
    );
    expect(subscription(b)).toEqual(['2024-03-05T00:00:00Z', '2024-03-31T23:59:59Z']);
    expect(charges(b)).toEqual(['2024-03-05T12:12:00Z', '2024-03-05T12:12:00Z']);
    const arrears = invoiceBoundaries(
      agreement('2024-03-05T12:12:00Z', { billingTime: 'calendar' }),
      at('2024-03-05T12:12:01Z'),
      'UTC',
    );
    expect(subscription(arrears)).toEqual(['2024-03-05T00:00:00Z', '2024-03-05T12:12:00Z']);
  });

  it('split by month follow the anchor, with the plan period', () => {
    const yearly = agreement('2024-01-31T01:00:00Z', { interval: 'yearly', billChargesMonthly: true });
    const middle = invoiceBoundaries(yearly, at('2024-03-31T00:00:00Z'), 'UTC');
    expect(subscription(middle)).toEqual(['2024-01-31T00:00:00Z', '2024-01-31T01:00:00Z']);
    expect(charges(middle)).toEqual(['2024-02-29T00:00:00Z', '2024-03-30T23:59:59Z']);
    expect(fixedCharges(middle)).toEqual([null, null]);
    const last = invoiceBoundaries(yearly, at('2025-01-31T00:00:00Z'), 'UTC');
    expect(subscription(last)).toEqual(['2024-01-31T00:00:00Z', '2025-01-30T23:59:59Z']);
    expect(charges(last)).toEqual(['2024-12-31T00:00:00Z', '2025-01-30T23:59:59Z']);
    expect(fixedCharges(last)).toEqual(['2024-01-31T01:00:00Z', '2025-01-30T23:59:59Z']);
  });

  it('with only fixed charges split have no usage in the middle of the year, except as running usage', () => {
    const yearly = agreement('2024-01-31T01:00:00Z', { interval: 'yearly', billFixedChargesMonthly: true });
    const middle = invoiceBoundaries(yearly, at('2024-03-31T00:00:00Z'), 'UTC');
    expect(charges(middle)).toEqual([null, null]);
    expect(fixedCharges(middle)).toEqual(['2024-02-29T00:00:00Z', '2024-03-30T23:59:59Z']);
    const running = invoiceBoundaries(yearly, at('2024-03-31T00:00:00Z'), 'UTC', { currentUsage: true });
    expect(charges(running)).toEqual(['2024-01-31T01:00:00Z', '2025-01-30T23:59:59Z']);
    const ended = invoiceBoundaries(
      { ...yearly, terminatedAt: at('2024-03-20T10:00:00Z') },
      at('2024-03-20T10:00:00Z'),
      'UTC',
    );
    expect(charges(ended)).toEqual(['2024-01-31T01:00:00Z', '2024-03-20T10:00:00Z']);
    const upgraded = { ...yearly, terminatedAt: at('2024-03-20T10:00:00Z'), successor: 'upgrade' } as const;
    expect(charges(invoiceBoundaries(upgraded, at('2024-03-20T10:00:01Z'), 'UTC', { currentUsage: true }))).toEqual(
      charges(ended),
    );
    const downgraded = { ...yearly, terminatedAt: at('2024-03-31T00:00:00Z'), successor: 'downgrade' } as const;
    expect(charges(invoiceBoundaries(downgraded, at('2024-03-31T00:00:00Z'), 'UTC'))).toEqual([null, null]);
  });
});

describe('boundaries of an ending', () => {
  const ended = { terminatedAt: at('2024-03-20T10:00:00.600Z') };

  it('extend to the termination', () => {
    const b = invoiceBoundaries(agreement('2024-01-01T00:00:00Z', ended), at('2024-03-20T10:00:00.600Z'), 'UTC');
    expect(subscription(b)).toEqual(['2024-03-01T00:00:00Z', '2024-03-20T10:00:01Z']);
    expect(charges(b)).toEqual(['2024-03-01T00:00:00Z', '2024-03-20T10:00:00Z']);
    expect(b.chargesTo).toBe(ended.terminatedAt);
    const advance = invoiceBoundaries(
      agreement('2024-01-01T00:00:00Z', { ...ended, payInAdvance: true }),
      at('2024-03-20T10:00:01Z'),
      'UTC',
    );
    expect(charges(advance)).toEqual(['2024-03-01T00:00:00Z', '2024-03-20T10:00:00Z']);
  });

  it('by an upgrade bill the running period', () => {
    const old = agreement('2024-01-01T00:00:00Z', { ...ended, payInAdvance: true, successor: 'upgrade' });
    const b = invoiceBoundaries(old, at('2024-03-20T10:00:01.600Z'), 'UTC', { currentUsage: true });
    expect(charges(b)).toEqual(['2024-03-01T00:00:00Z', '2024-03-20T10:00:00Z']);
  });

  it('by a downgrade bill the whole completed period', () => {
    const old = agreement('2024-01-01T00:00:00Z', { terminatedAt: at('2024-03-01T00:00:00Z'), successor: 'downgrade' });
    const b = invoiceBoundaries(old, at('2024-03-01T00:00:00Z'), 'UTC');
    expect(subscription(b)).toEqual(['2024-02-01T00:00:00Z', '2024-02-29T23:59:59Z']);
    expect(charges(b)).toEqual(['2024-02-01T00:00:00Z', '2024-02-29T23:59:59Z']);
  });

  it('on the first day of a period use the previous one, unless it is billed', () => {
    const t = agreement('2024-01-15T00:00:00Z', { billingTime: 'calendar', terminatedAt: at('2024-03-01T05:00:00Z') });
    const previous = terminationBoundaries(t, at('2024-03-01T05:00:00Z'), 'UTC', []);
    expect(subscription(previous)).toEqual(['2024-02-01T00:00:00Z', '2024-02-29T23:59:59Z']);
    const running = terminationBoundaries(t, at('2024-03-01T05:00:00Z'), 'UTC', [at('2024-02-29T23:59:59.999Z')]);
    expect(subscription(running)).toEqual(['2024-03-01T00:00:00Z', '2024-03-01T05:00:00Z']);
    expect(endedPeriodBoundaries({ ...t, terminatedAt: at('2024-03-02T00:00:00Z') }, 'UTC')).toBeNull();
    expect(endedPeriodBoundaries({ ...t, startedAt: at('2024-02-29T06:00:00Z') }, 'UTC')).toBeNull();
    expect(endedPeriodBoundaries({ ...t, successor: 'upgrade' }, 'UTC')).toBeNull();
  });

  it('on the first day of a month of a long period bill the month, and the elapsed part of the long period', () => {
    const half = (changes: Partial<SubscriptionAgreement>) =>
      terminationBoundaries(
        agreement('2024-01-15T00:00:00Z', {
          billingTime: 'calendar',
          interval: 'semiannual',
          terminatedAt: at('2024-09-01T05:00:00Z'),
          ...changes,
        }),
        at('2024-09-01T05:00:00Z'),
        'UTC',
        [],
      );
    const untilAugust = ['2024-07-01T00:00:00Z', '2024-08-31T23:59:59Z'];
    const august = ['2024-08-01T00:00:00Z', '2024-08-31T23:59:59Z'];
    const both = half({ billChargesMonthly: true });
    expect([subscription(both), charges(both), fixedCharges(both)]).toEqual([untilAugust, august, untilAugust]);
    const fixed = half({ billFixedChargesMonthly: true });
    expect([subscription(fixed), charges(fixed), fixedCharges(fixed)]).toEqual([untilAugust, untilAugust, august]);
    const inAdvance = half({ billChargesMonthly: true, payInAdvance: true });
    expect(charges(inAdvance)).toEqual(august);
  });

  it('of a plan in advance on the first day use the completed usage', () => {
    const t = agreement('2024-01-15T00:00:00Z', {
      billingTime: 'calendar',
      payInAdvance: true,
      terminatedAt: at('2024-03-01T05:00:00Z'),
    });
    const b = terminationBoundaries(t, at('2024-03-01T05:00:00Z'), 'UTC', []);
    expect(subscription(b)).toEqual(['2024-03-01T00:00:00Z', '2024-03-31T23:59:59Z']);
    expect(charges(b)).toEqual(['2024-02-01T00:00:00Z', '2024-02-29T23:59:59Z']);
  });
});

describe('a change of time zone', () => {
  it('continues usage from the billed usage', () => {
    const billed = { from: at('2024-01-01T00:00:00Z'), to: at('2024-01-31T23:59:59.999Z') };
    expect(shown(afterTimezoneChange(at('2024-02-01T05:00:00Z'), billed))).toBe('2024-02-01T00:00:00Z');
    expect(shown(afterTimezoneChange(at('2024-03-01T05:00:00Z'), billed))).toBe('2024-03-01T05:00:00Z');
    const b = invoiceBoundaries(
      agreement('2023-12-01T00:00:00Z', { billingTime: 'calendar' }),
      at('2024-03-01T05:00:00Z'),
      'America/New_York',
      {
        billedUnderOtherTimezone: { charges: billed },
      },
    );
    expect(charges(b)).toEqual(['2024-02-01T00:00:00Z', '2024-03-01T04:59:59Z']);
    expect(subscription(b)).toEqual(['2024-02-01T05:00:00Z', '2024-03-01T04:59:59Z']);
    expect(b.fullCharges?.durationDays).toBe(29);
  });
});

describe('the running period', () => {
  it('contains the current time, limited by the start and the end', () => {
    const t = agreement('2024-09-15T10:00:00Z', { billingTime: 'calendar' });
    expect(currentBillingPeriod(t, at('2024-09-20T00:00:00Z'), 'UTC', null)).toEqual({
      from: at('2024-09-15T10:00:00Z'),
      to: at('2024-09-30T23:59:59.999Z'),
      durationDays: 30,
      firstDay: Date.UTC(2024, 8, 1) / 86_400_000,
    });
    const ended = { ...t, terminatedAt: at('2024-09-25T00:00:00Z') };
    expect(currentBillingPeriod(ended, at('2024-12-25T00:00:00Z'), 'UTC', null).to).toBe(ended.terminatedAt);
  });

  it('of a yearly plan with usage by the month is the year beside the month', () => {
    const year = { ...agreement('2024-03-15T10:00:00Z', { billingTime: 'calendar' }), interval: 'yearly' as const };
    const split = { ...year, billChargesMonthly: true };
    const shown = [at('2025-07-02T00:00:00Z'), 'America/New_York', null] as const;
    expect(currentBillingPeriod(split, ...shown)).toMatchObject({
      from: at('2025-07-01T04:00:00Z'),
      to: at('2025-08-01T03:59:59.999Z'),
    });
    const plan = {
      from: at('2025-01-01T05:00:00Z'),
      to: at('2026-01-01T04:59:59.999Z'),
      renewsAt: at('2026-01-01T05:00:00Z'),
    };
    expect(currentPlanPeriod(split, ...shown)).toEqual(plan);
    expect(currentPlanPeriod(year, ...shown)).toEqual(plan);
    const first = currentPlanPeriod(split, at('2024-04-01T00:00:00Z'), 'UTC', null);
    expect(first).toMatchObject({ from: split.startedAt, renewsAt: at('2025-01-01T00:00:00Z') });
  });

  it('contains the day of a downgrade', () => {
    expect(downgradePlanDate(agreement('2023-07-19T00:00:00Z'), at('2023-11-01T00:00:00Z'), 'UTC', null)).toBe(
      '2023-11-19',
    );
  });
});
