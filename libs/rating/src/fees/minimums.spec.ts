import { describe, expect, it } from '@jest/globals';
import { Decimal } from '../decimal.js';
import { chargeTrueUp } from './charge-minimum.js';
import { commitmentPeriod, commitmentTrueUpCents, isCommitmentDue } from './commitment.js';
import type { SubscriptionAgreement } from '../periods/subscription-agreement.js';

const at = (iso: string): number => new Date(iso).getTime();
const amount = (cents: number): { amountCents: bigint; preciseAmountCents: Decimal } => ({
  amountCents: BigInt(cents),
  preciseAmountCents: new Decimal(cents),
});
const agreement = (
  interval: SubscriptionAgreement['interval'],
  start: string,
  changes: Partial<SubscriptionAgreement> = {},
): SubscriptionAgreement => ({
  interval,
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
});

describe('the spending minimum of a charge', () => {
  const february = {
    from: at('2023-02-01T00:00:00Z'),
    to: at('2023-02-25T10:00:00Z'),
    durationDays: 28,
    timezone: 'UTC',
  };

  it('is trued up for the days of the period', () => {
    expect(chargeTrueUp(1000n, february, [amount(800)])?.amountCents).toBe(93n);
    const large = chargeTrueUp(10000n, february, [amount(2000), amount(5000)]);
    expect([large?.amountCents, large?.preciseAmountCents.toFixed(2)]).toEqual([1929n, '1928.57']);
    expect(chargeTrueUp(1000n, february, [amount(893)])).toBeNull();
  });
});

describe('the minimum commitment', () => {
  const trueUp = (t: SubscriptionAgreement, when: string, billed: bigint, commitment = 1_000_000n): bigint =>
    commitmentTrueUpCents(commitment, commitmentPeriod(t, at(when), 'UTC'), billed);

  it.each([
    ['weekly', '2023-02-01T00:00:00Z', '2023-02-06T00:00:00Z', 71429n, 642857n],
    ['monthly', '2023-02-04T00:00:00Z', '2023-03-01T00:00:00Z', 89286n, 803571n],
    ['quarterly', '2023-02-04T00:00:00Z', '2023-04-01T00:00:00Z', 62222n, 560000n],
    ['yearly', '2022-02-01T00:00:00Z', '2023-01-01T00:00:00Z', 91507n, 823561n],
  ] as const)('of a %s plan from %s', (interval, start, when, billed, expected) => {
    expect(trueUp(agreement(interval, start), when, billed)).toBe(expected);
    expect(trueUp(agreement(interval, start, { payInAdvance: true }), when, billed)).toBe(expected);
  });

  it('counts from the start to the termination', () => {
    const ended = agreement('weekly', '2023-02-01T00:00:00Z', {
      payInAdvance: true,
      terminatedAt: at('2023-02-15T08:00:00Z'),
    });
    expect(trueUp(ended, '2023-02-15T08:00:00Z', 100000n)).toBe(328571n);
    expect(trueUp(agreement('monthly', '2024-02-28T10:00:00Z'), '2024-03-01T00:00:00Z', 3690n)).toBe(65276n);
  });

  it('of a year billed by month is charged at the end of the year', () => {
    const yearly = agreement('yearly', '2024-03-05T00:00:00Z', { billChargesMonthly: true });
    expect(isCommitmentDue(yearly, at('2024-07-01T00:00:00Z'), 'UTC', true)).toBe(false);
    expect(isCommitmentDue(yearly, at('2025-01-01T00:00:00Z'), 'UTC', true)).toBe(true);
    expect(trueUp(yearly, '2025-01-01T00:00:00Z', 17051n)).toBe(808086n);
  });

  it('in advance charges nothing on the first invoice', () => {
    const advance = agreement('monthly', '2024-03-05T00:00:00Z', { payInAdvance: true });
    expect(isCommitmentDue(advance, at('2024-03-05T00:00:00Z'), 'UTC', false)).toBe(false);
    expect(isCommitmentDue(advance, at('2024-04-01T00:00:00Z'), 'UTC', true)).toBe(true);
  });
});
