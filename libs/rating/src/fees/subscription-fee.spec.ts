import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { invoiceBoundaries } from '../periods/boundaries.js';
import { subscriptionFee } from './subscription-fee.js';
import type { BoundaryOptions } from '../periods/boundaries.js';
import type { SubscriptionAgreement } from '../periods/subscription-agreement.js';
import type { SubscriptionFeeInput } from './subscription-fee.js';

const at = (iso: string): number => new Date(iso).getTime();
const NO_HISTORY = {
  subscriptionFeeBilled: false,
  sameDaysBilled: false,
  firstInvoice: true,
  startingInvoice: false,
};
const BILLED = { ...NO_HISTORY, subscriptionFeeBilled: true, firstInvoice: false };

function agreement(start: string, changes: Partial<SubscriptionAgreement> = {}): SubscriptionAgreement {
  return {
    interval: 'monthly',
    billingTime: 'calendar',
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

function fee(
  t: SubscriptionAgreement,
  when: string,
  price: bigint,
  changes: Partial<SubscriptionFeeInput> = {},
  options: BoundaryOptions = {},
): bigint | null {
  const { subscriptionFrom, subscriptionTo } = invoiceBoundaries(t, at(when), 'UTC', options);
  const input = {
    agreement: t,
    planAmountCents: price,
    hasFixedChargesInAdvance: false,
    trial: null,
    at: at(when),
    timezone: 'UTC',
    subscriptionFrom,
    subscriptionTo,
    history: NO_HISTORY,
  };
  return subscriptionFee({ ...input, ...changes })?.amountCents ?? null;
}

describe('the subscription fee', () => {
  it('of the first calendar period counts its days', () => {
    expect(fee(agreement('2024-03-05T10:00:00Z', { payInAdvance: true }), '2024-03-05T10:00:00Z', 1000n)).toBe(871n);
    expect(fee(agreement('2024-03-05T10:00:00Z'), '2024-04-01T00:00:00Z', 1000n)).toBe(871n);
  });

  it('is full on an anniversary in advance and after an earlier fee', () => {
    expect(
      fee(
        agreement('2024-03-05T10:00:00Z', { payInAdvance: true, billingTime: 'anniversary' }),
        '2024-03-05T10:00:00Z',
        1000n,
      ),
    ).toBe(1000n);
    expect(fee(agreement('2024-03-05T10:00:00Z'), '2024-05-01T00:00:00Z', 1000n, { history: BILLED })).toBe(1000n);
  });

  it('of a start in the past is full in advance, and in arrears if it began before the billed period', () => {
    const created = at('2024-05-10T00:00:00Z');
    expect(
      fee(agreement('2024-05-05T00:00:00Z', { createdAt: created, payInAdvance: true }), '2024-06-01T00:00:00Z', 1000n),
    ).toBe(1000n);
    expect(fee(agreement('2024-05-05T00:00:00Z', { createdAt: created }), '2024-06-01T00:00:00Z', 1000n)).toBe(871n);
    expect(fee(agreement('2024-02-05T00:00:00Z', { createdAt: created }), '2024-06-01T00:00:00Z', 1000n)).toBe(1000n);
  });

  it('of an upgrade includes its day, and that of the ended plan excludes it', () => {
    const upgraded = agreement('2023-06-29T00:00:00Z', {
      interval: 'yearly',
      billingTime: 'anniversary',
      payInAdvance: true,
      startedAt: at('2023-09-28T05:00:00Z'),
      createdAt: at('2023-09-28T05:00:00Z'),
      predecessor: 'upgrade',
    });
    expect(fee(upgraded, '2023-09-28T05:00:01Z', 12000n, {}, { currentUsage: true })).toBe(9016n);
    const old = agreement('2023-12-01T00:00:00Z', { terminatedAt: at('2023-12-18T09:00:00Z'), successor: 'upgrade' });
    expect(fee(old, '2023-12-18T09:00:01Z', 3100n, { history: BILLED }, { currentUsage: true })).toBe(1700n);
  });

  it('of a termination includes its day, and starts at an upgrade', () => {
    const t = agreement('2024-04-15T00:00:00Z', {
      interval: 'quarterly',
      billingTime: 'anniversary',
      startedAt: at('2024-05-20T10:00:00Z'),
      createdAt: at('2024-05-20T10:00:00Z'),
      predecessor: 'upgrade',
      terminatedAt: at('2024-06-20T10:00:00Z'),
    });
    expect(fee(t, '2024-06-20T10:00:00Z', 91000n)).toBe(32000n);
  });

  it('after a downgrade counts to the end of its own period', () => {
    const t = agreement('2023-07-19T00:00:00Z', {
      interval: 'yearly',
      billingTime: 'anniversary',
      payInAdvance: true,
      startedAt: at('2023-11-19T00:00:00Z'),
      createdAt: at('2023-11-01T00:00:00Z'),
      predecessor: 'downgrade',
    });
    expect(fee(t, '2023-11-19T00:00:00Z', 118800n)).toBe(78875n);
  });

  it('of a trial counts from the instant of its end', () => {
    const trial = { days: new Decimal(10), initialStartedAt: at('2024-03-05T12:12:00Z') };
    const t = agreement('2024-03-05T12:12:00Z', { payInAdvance: true });
    expect(fee(t, '2024-03-15T12:12:00Z', 5_000_000n, { trial })).toBe(2_741_935n);
    expect(fee(t, '2024-03-10T00:00:00Z', 5_000_000n, { trial })).toBeNull();
    expect(
      fee(agreement('2024-03-05T12:12:00Z'), '2024-04-01T00:00:00Z', 3100n, {
        trial: { ...trial, days: new Decimal('40.5') },
      }),
    ).toBeNull();
    expect(
      fee(agreement('2024-03-05T12:12:00Z'), '2024-04-01T00:00:00Z', 3100n, {
        trial: { ...trial, days: new Decimal(27) },
      }),
    ).toBe(0n);
  });

  it('is not charged twice for the same days, nor for days already paid', () => {
    const t = agreement('2024-03-05T10:00:00Z', { payInAdvance: true });
    expect(fee(t, '2024-03-05T10:00:00Z', 1000n, { history: { ...NO_HISTORY, sameDaysBilled: true } })).toBeNull();
    const ended = { ...t, terminatedAt: at('2024-03-20T10:00:00Z') };
    expect(fee(ended, '2024-03-20T10:00:00Z', 1000n)).toBeNull();
    expect(fee(ended, '2024-03-05T10:00:00Z', 1000n)).toBe(871n);
    expect(
      fee(agreement('2024-03-05T10:00:00Z'), '2024-04-01T00:00:00Z', 1000n, {
        hasFixedChargesInAdvance: true,
        history: { ...NO_HISTORY, startingInvoice: true },
      }),
    ).toBeNull();
  });

  it('of a long plan is charged once, in the first month of its period', () => {
    const arrears = agreement('2022-02-04T00:00:00Z', { interval: 'yearly', billChargesMonthly: true });
    expect(fee(arrears, '2022-03-01T00:00:00Z', 36500n)).toBeNull();
    expect(fee(arrears, '2023-01-01T00:00:00Z', 36500n)).toBe(33100n);
    const past = { interval: 'semiannual', payInAdvance: true, createdAt: at('2024-05-10T00:00:00Z') } as const;
    expect(fee(agreement('2024-02-04T00:00:00Z', past), '2024-07-01T00:00:00Z', 1000n)).toBeNull();
    expect(fee(agreement('2024-02-04T00:00:00Z', past), '2025-01-01T00:00:00Z', 1000n)).toBe(1000n);
    const advance = agreement('2024-02-04T00:00:00Z', {
      interval: 'yearly',
      payInAdvance: true,
      billChargesMonthly: true,
    });
    expect(fee(advance, '2024-03-01T00:00:00Z', 1000n, { history: BILLED })).toBeNull();
    expect(fee(advance, '2024-02-04T00:00:00Z', 36600n)).toBe(33200n);
  });
});
