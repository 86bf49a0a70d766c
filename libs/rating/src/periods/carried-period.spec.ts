import { describe, expect, it } from '@jest/globals';
import { runningFixedChargePeriod, runningPeriod } from './carried-period.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

const timezone = 'Pacific/Fakaofo';
/** The last millisecond of November there. */
const startedAt = Date.parse('2024-11-30T10:59:59.999Z');
const agreement: SubscriptionAgreement = {
  interval: 'monthly',
  billingTime: 'calendar',
  payInAdvance: false,
  billChargesMonthly: false,
  billFixedChargesMonthly: false,
  subscriptionAt: startedAt,
  startedAt,
  createdAt: startedAt,
  terminatedAt: null,
  predecessor: null,
  successor: null,
};

describe('a subscription that starts in the last millisecond of a period', () => {
  const history = { startTimezone: timezone, charges: [], fixedCharges: [] };

  it('has a period of that instant, for usage and for fixed charges', () => {
    const instant = { from: startedAt, to: startedAt, durationDays: 30 };
    expect(runningPeriod(agreement, startedAt, timezone, history)).toMatchObject(instant);
    expect(runningFixedChargePeriod(agreement, startedAt, timezone, history)).toMatchObject(instant);
  });

  it('has the whole next period after its first bill', () => {
    const billed = [{ from: startedAt, to: startedAt, timezone, starting: false }];
    expect(runningPeriod(agreement, startedAt + 1, timezone, { ...history, charges: billed })).toMatchObject({
      from: startedAt + 1,
      to: Date.parse('2024-12-31T10:59:59.999Z'),
    });
  });
});
