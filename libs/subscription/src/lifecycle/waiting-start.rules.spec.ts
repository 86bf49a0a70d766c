import { describe, expect, it } from '@jest/globals';
import { Decimal, firstBillingInstant } from '@tollgate/rating';
import fc from 'fast-check';
import { fixedChargeView, planView, subscriptionRow } from '../model/subscriptions/rows.fixture.js';
import {
  endOfWait,
  hasFixedChargesInAdvance,
  missedBilling,
  startOfPaid,
  waitsForPayment,
} from './waiting-start.rules.js';

const at = (text: string) => Date.parse(text);
const HOUR = 3_600_000;

it('a plan has fixed charges in advance when one of them is', () => {
  const [arrears, advance] = [fixedChargeView('a'), fixedChargeView('b', { payInAdvance: true })];
  expect(hasFixedChargesInAdvance({ fixedCharges: [] })).toBe(false);
  expect(hasFixedChargesInAdvance({ fixedCharges: [arrears] })).toBe(false);
  expect(hasFixedChargesInAdvance({ fixedCharges: [arrears, advance] })).toBe(true);
});

describe('a start waits for its payment (subscriptions, section 3.5)', () => {
  const now = at('2024-03-05T10:00:00Z');
  const trial = (days: number) => ({ days: new Decimal(days), initialStartedAt: now - 24 * HOUR });
  const customer = { isPartner: false, now };
  const inAdvance = planView({ payInAdvance: true });
  const fixed = [fixedChargeView('b', { payInAdvance: true })];

  it.each([
    ['a plan in advance', [1], inAdvance, null, customer, true],
    ['a plan in advance whose trial is over', [1], inAdvance, trial(1), customer, true],
    ['a plan in advance in its trial', [1], inAdvance, trial(2), customer, false],
    ['a plan in arrears', [1], planView(), null, customer, false],
    ['fixed charges in advance', [1], planView({ fixedCharges: fixed }), trial(2), customer, true],
    ['fixed charges in arrears', [1], planView({ fixedCharges: [fixedChargeView('a')] }), null, customer, false],
    ['no rule', [], inAdvance, null, customer, false],
    ['a partner, whom nobody charges', [1], inAdvance, null, { isPartner: true, now }, false],
  ])('with %s', (_, rules, plan, its, terms, expected) => {
    expect(waitsForPayment(rules, plan, its, terms)).toBe(expected);
  });

  it('until the time-out, if there is one', () => {
    expect(endOfWait([{ timeout_hours: 0 }], now)).toBeNull();
    expect(endOfWait([], now)).toBeNull();
    expect(endOfWait([{ timeout_hours: 48 }], now)).toEqual(new Date('2024-03-07T10:00:00Z'));
    expect(endOfWait([{ timeout_hours: 0 }, { timeout_hours: 3 }, { timeout_hours: 2 }], now)).toEqual(
      new Date('2024-03-05T12:00:00Z'),
    );
  });
});

describe('a paid start is in force', () => {
  const [began, now] = [new Date('2024-03-05T10:00:00Z'), at('2024-03-06T10:00:00Z')];
  const active = subscriptionRow({ status: 'active' });
  const ended = (text: string) => subscriptionRow({ status: 'terminated', terminated_at: new Date(text) });

  it.each([
    ['since its wait began, without predecessor', null, null, '2024-03-05T10:00:00Z'],
    ['from now on, after an upgrade', 'upgrade', active, '2024-03-06T10:00:00Z'],
    ['from the billing day that waited, after a downgrade', 'downgrade', active, '2024-03-05T10:00:00Z'],
    ['since the end of its predecessor', 'upgrade', ended('2024-03-05T20:00:00Z'), '2024-03-05T20:00:00Z'],
    ['since its wait began, at the earliest', 'downgrade', ended('2024-03-05T09:00:00Z'), '2024-03-05T10:00:00Z'],
  ] as const)('%s', (_, follows_as, predecessor, expected) => {
    expect(startOfPaid({ started_at: began, follows_as }, predecessor, now)).toBe(at(expected));
  });
});

describe('the billing day that a waiting start missed (subscriptions, section 3.5)', () => {
  const scheduleOf = (startedAt: number, timezone = 'UTC') => ({
    interval: 'monthly' as const,
    billingTime: 'calendar' as const,
    subscriptionAt: startedAt,
    startedAt,
    timezone,
    monthlySplit: false,
  });
  const missed = (start: string, paid: string, timezone?: string) => {
    const schedule = scheduleOf(at(start), timezone);
    const found = missedBilling(schedule, firstBillingInstant({ ...schedule, createdAt: at(start) }), at(paid));
    return found && [new Date(found.missed).toISOString(), new Date(found.next).toISOString()];
  };

  it('is the first day of the running period', () => {
    expect(missed('2024-01-31T23:30:00Z', '2024-02-01T00:30:00Z')).toEqual([
      '2024-02-01T00:00:00.000Z',
      '2024-03-01T00:00:00.000Z',
    ]);
    expect(missed('2024-01-31T23:30:00Z', '2024-02-01T00:30:00Z', 'America/New_York')).toBeNull();
  });

  it('is none in the period of the start, even if that began today', () => {
    expect(missed('2024-02-01T08:00:00Z', '2024-02-01T09:00:00Z')).toBeNull();
    expect(missed('2024-02-01T08:00:00Z', '2024-02-29T23:59:59Z')).toBeNull();
  });

  it('is only the last one, if several passed', () => {
    expect(missed('2024-01-10T00:00:00Z', '2024-04-20T00:00:00Z')).toEqual([
      '2024-04-01T00:00:00.000Z',
      '2024-05-01T00:00:00.000Z',
    ]);
  });

  it('lies between start and payment, and the next one after the payment', () => {
    const instant = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2026-01-01T00:00:00Z') });
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 400 * 24 * HOUR }), (start, wait) => {
        const schedule = scheduleOf(start, 'Europe/Paris');
        const first = firstBillingInstant({ ...schedule, createdAt: start });
        const found = missedBilling(schedule, first, start + wait);
        expect(found === null).toBe(first > start + wait);
        if (!found) return;
        expect(found.missed).toBeGreaterThan(start);
        expect(found.missed).toBeLessThanOrEqual(start + wait);
        expect(found.next).toBeGreaterThan(start + wait);
      }),
    );
  });
});
