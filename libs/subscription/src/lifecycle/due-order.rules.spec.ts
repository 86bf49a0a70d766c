import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allDueBy } from '../model/subscriptions/due-subscriptions.repository.js';
import { subscriptionRow } from '../model/subscriptions/rows.fixture.js';
import type { SubscriptionRow } from '../model/subscriptions/subscriptions.repository.js';
import { endsOnBillingDay, nextSteps } from './due-order.rules.js';

const at = (text: string) => new Date(text);
const [first, second, third] = [at('2024-02-01T00:00:00Z'), at('2024-02-02T00:00:00Z'), at('2024-02-03T00:00:00Z')];
const now = at('2024-03-01T00:00:00Z').getTime();

/** The next steps until an instant, as phase, instant and ids. */
const stepsOf = (rows: SubscriptionRow[], moment = allDueBy(now)) =>
  nextSteps(rows, moment).map((step) => [
    step.phase,
    new Date(step.at).toISOString().slice(0, 10),
    step.rows.map(({ id }) => id),
  ]);

const row = (id: string, changes: Partial<SubscriptionRow>) => subscriptionRow({ id, ...changes });

describe('the next due step of a customer', () => {
  it('is the earliest one, whatever its phase', () => {
    expect(stepsOf([row('a', { termination_at: third, next_billing_at: first, trial_end_at: second })])).toEqual([
      ['billing', '2024-02-01', ['a']],
    ]);
    expect(stepsOf([row('a', { alert_at: first, next_billing_at: second })])).toEqual([['alert', '2024-02-01', ['a']]]);
  });

  it.each<[string, string, Partial<SubscriptionRow>[]]>([
    ['activation', 'termination', [{ status: 'pending', activation_at: first }, { termination_at: first }]],
    ['termination', 'billing', [{ termination_at: first, next_billing_at: first }]],
    ['plan_change', 'billing', [{ plan_change_at: first }, { next_billing_at: first }]],
    ['billing', 'trial_end', [{ next_billing_at: first, trial_end_at: first }]],
    ['trial_end', 'alert', [{ trial_end_at: first, alert_at: first }]],
  ])('at one instant is %s before %s (subscriptions, section 10.1b)', (phase, _, all) => {
    const rows = all.map((changes, index) => row(String(index), changes));
    expect(stepsOf(rows)[0]?.[0]).toBe(phase);
    expect(stepsOf([...rows].reverse())[0]?.[0]).toBe(phase);
  });

  it('has all subscriptions of the customer that are due then, so that one invoice bills them', () => {
    const rows = [
      row('a', { next_billing_at: first }),
      row('b', { next_billing_at: first }),
      row('c', { next_billing_at: second }),
      row('d', { termination_at: second }),
    ];
    expect(stepsOf(rows)).toEqual([['billing', '2024-02-01', ['a', 'b']]]);
  });

  it('of each customer does not depend on the others', () => {
    const rows = [
      row('a', { next_billing_at: second }),
      row('b', { next_billing_at: first, customer_id: 'other' }),
      row('c', { customer_id: 'without due work' }),
    ];
    expect(stepsOf(rows)).toEqual([
      ['billing', '2024-02-02', ['a']],
      ['billing', '2024-02-01', ['b']],
    ]);
  });

  it('lies within the moment: an earlier instant, or an earlier phase at the same instant', () => {
    const rows = [row('a', { next_billing_at: second })];
    const until = (phase: 'termination' | 'billing' | 'alert', instant: Date) =>
      stepsOf(rows, { at: instant.getTime(), phase }).length;
    expect([
      until('alert', first),
      until('termination', second),
      until('billing', second),
      until('termination', third),
    ]).toEqual([0, 0, 1, 1]);
  });

  it('exists only in the status of its phase', () => {
    const due = { activation_at: first, termination_at: first, next_billing_at: first, trial_end_at: first };
    expect(stepsOf([row('a', { ...due, status: 'pending' })])[0]?.[0]).toBe('activation');
    expect(stepsOf([row('a', { ...due, status: 'active' })])[0]?.[0]).toBe('termination');
    for (const status of ['terminated', 'canceled', 'incomplete'] as const)
      expect(stepsOf([row('a', { ...due, status })])).toEqual([]);
  });

  it('is never later than another due step of the customer', () => {
    const instant = fc.option(
      fc.integer({ min: 0, max: 5 }).map((day) => new Date(first.getTime() + day * 86_400_000)),
    );
    const due = fc.record({
      termination_at: instant,
      next_billing_at: instant,
      plan_change_at: instant,
      trial_end_at: instant,
      alert_at: instant,
    });
    fc.assert(
      fc.property(fc.array(due, { maxLength: 5 }), (all) => {
        const rows = all.map((changes, index) => row(String(index), changes));
        const instants = all.flatMap((changes) => Object.values(changes).flatMap((each) => each?.getTime() ?? []));
        const steps = nextSteps(rows, allDueBy(now));
        expect(steps.map((step) => step.at)).toEqual(instants.length > 0 ? [Math.min(...instants)] : []);
      }),
    );
  });
});

describe('the last day of a subscription (subscriptions, section 2.2)', () => {
  it('is not billed by the periodic run, in the local time zone', () => {
    const ends = (ending: string, billing: string, timezone = 'UTC') =>
      endsOnBillingDay({ ending_at: at(ending), next_billing_at: at(billing) }, timezone);
    expect(ends('2024-02-01T18:00:00Z', '2024-02-01T00:00:00Z')).toBe(true);
    expect(ends('2024-02-02T00:00:00Z', '2024-02-01T00:00:00Z')).toBe(false);
    expect(ends('2024-02-02T03:00:00Z', '2024-02-01T05:00:00Z', 'America/New_York')).toBe(true);
    expect(ends('2024-02-02T06:00:00Z', '2024-02-01T05:00:00Z', 'America/New_York')).toBe(false);
    expect(endsOnBillingDay({ ending_at: null, next_billing_at: first }, 'UTC')).toBe(false);
  });
});
