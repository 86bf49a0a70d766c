import { describe, expect, it } from '@jest/globals';
import type { PlanView } from '@tollgate/catalog/reader';
import { Decimal } from '@tollgate/rating';
import { dueFromStart } from './schedule.js';

const at = (text: string) => new Date(text);
const plan = { interval: 'monthly', billChargesMonthly: false, billFixedChargesMonthly: false } as unknown as PlanView;
const startedInJanuary = {
  billing_time: 'calendar' as const,
  subscription_at: at('2024-01-10T09:00:00Z'),
  started_at: at('2024-01-10T09:00:00Z'),
  ending_at: null,
};
const trial = { days: new Decimal(5), initialStartedAt: startedInJanuary.started_at.getTime() };
const madeAt = (now: string) => dueFromStart(startedInJanuary, plan, 'UTC', trial, at(now).getTime());

describe('a subscription created with a start in the past', () => {
  it('has nothing due before its creation', () => {
    expect(madeAt('2024-03-01T15:00:00Z')).toMatchObject({
      next_billing_at: at('2024-03-01T15:00:00Z'),
      trial_end_at: at('2024-03-01T15:00:00Z'),
    });
  });

  it('is billed at the beginning of future days, and its trial ends on time', () => {
    expect(madeAt('2024-01-12T15:00:00Z')).toMatchObject({
      next_billing_at: at('2024-02-01T00:00:00Z'),
      trial_end_at: at('2024-01-15T09:00:00Z'),
    });
  });
});
