import { describe, expect, it } from '@jest/globals';
import { planView, subscriptionRow } from '../subscriptions/rows.fixture.js';
import { prorationCreditsOf } from './billing-requests.js';
import { agreementOf } from './subscription-agreement.js';
import { initialStartOf, trialFrom } from './trial.js';

describe('the agreement of a subscription', () => {
  const row = subscriptionRow();
  const [cheap, dear] = [planView({ id: 'cheap', amountCents: 500n }), planView({ id: 'dear', amountCents: 2000n })];
  const plan = planView();

  it('follows its predecessor by the stored mode: later prices do not change it', () => {
    const mode = (follows_as: 'upgrade' | 'downgrade' | null, previousPlan: typeof plan | null) =>
      agreementOf({ row: { ...row, follows_as }, plan, previousPlan, next: null }).predecessor;
    expect([mode('upgrade', dear), mode('downgrade', cheap)]).toEqual(['upgrade', 'downgrade']);
    expect([mode(null, dear), mode(null, cheap), mode(null, null)]).toEqual(['downgrade', 'upgrade', null]);
  });

  it('has no successor while that one is pending', () => {
    const successor = (status: 'pending' | 'active') =>
      agreementOf({ row, plan, previousPlan: null, next: { row: subscriptionRow({ status }), plan: cheap } }).successor;
    expect([successor('pending'), successor('active')]).toEqual([null, 'downgrade']);
    expect(agreementOf({ row, plan, previousPlan: null, next: null }).successor).toBeNull();
  });

  it('begins at its start, or at the requested one before it starts', () => {
    const requested = new Date('2024-05-01T00:00:00Z');
    const pending = subscriptionRow({ status: 'pending', started_at: null, subscription_at: requested });
    expect(agreementOf({ row: pending, plan, previousPlan: null, next: null }).startedAt).toBe(requested.getTime());
    expect(agreementOf({ row, plan, previousPlan: null, next: null }).startedAt).toBe(row.started_at?.getTime());
  });
});

describe('the trial of an external id (subscriptions, section 5.3)', () => {
  const startedAt = (text: string, changes = {}) => subscriptionRow({ started_at: new Date(text), ...changes });
  const trial = (row: ReturnType<typeof subscriptionRow>, all: ReturnType<typeof subscriptionRow>[]) =>
    trialFrom(planView({ trialPeriod: '10.5' }), initialStartOf(row, all));

  it('counts from the first start ever, with the length of the current plan', () => {
    const current = startedAt('2024-03-01T00:00:00Z');
    const ended = startedAt('2024-01-01T00:00:00Z', { id: 'ended', status: 'terminated' });
    expect(trial(current, [current, ended])).toEqual({
      days: expect.objectContaining({}) as unknown,
      initialStartedAt: Date.parse('2024-01-01T00:00:00Z'),
    });
    expect(trial(current, [current, ended])?.days.toFixed()).toBe('10.5');
  });

  it('ignores another customer with this external id, and subscriptions that never started', () => {
    const current = startedAt('2024-03-01T00:00:00Z');
    const foreign = startedAt('2024-01-01T00:00:00Z', { customer_id: 'other' });
    const canceled = subscriptionRow({ status: 'canceled', started_at: null });
    expect(trial(current, [foreign, canceled])?.initialStartedAt).toBe(Date.parse('2024-03-01T00:00:00Z'));
  });

  it('counts from the planned start of an external id that never started', () => {
    const planned = new Date('2024-05-01T00:00:00Z');
    const pending = subscriptionRow({ status: 'pending', started_at: null, subscription_at: planned });
    expect(trial(pending, [pending])?.initialStartedAt).toBe(planned.getTime());
  });

  it('exists only with a trial period of the plan', () => {
    expect(trialFrom(planView(), Date.parse('2024-05-01T00:00:00Z'))).toBeNull();
  });
});

describe('the credit for unused days of an ended plan (subscriptions, sections 9.1 and 10.4)', () => {
  const row = subscriptionRow();
  const inAdvance = planView({ payInAdvance: true });

  it('follows the mode; an upgrade includes today', () => {
    expect(prorationCreditsOf(row, inAdvance, 'refund', false)).toEqual([
      { subscription_id: 'subscription', mode: 'refund', upgrade: false },
    ]);
    expect(prorationCreditsOf(row, inAdvance, null, true)).toEqual([
      { subscription_id: 'subscription', mode: 'credit', upgrade: true },
    ]);
  });

  it('is none with `skip`, and none for a plan in arrears', () => {
    expect(prorationCreditsOf(row, inAdvance, 'skip', false)).toEqual([]);
    expect(prorationCreditsOf(row, planView(), 'credit', false)).toEqual([]);
  });
});
