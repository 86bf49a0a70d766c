// A test clock advances by half a year, and jobs compute the days that have ended. A service is killed repeatedly in the
// middle of them, and started again. The jobs find the days from the tables, completely and once, without any request;
// meanwhile the service answers many calls at once.
import { type Api, newOrganization } from '@tollgate/harness/api';
import { say, waitFor } from '@tollgate/harness/process';
import type { Service, Standalone } from '@tollgate/harness/standalone';
import { act } from '../act.ts';
import { queryOf } from '../database.ts';
import { putCustomer } from '../seller.ts';
import { type StoredDays, goesOn, isComplete } from './stored-days.ts';

const start = Date.UTC(2024, 0, 1);
const [subscriptions, days] = [20, 182];
const expectedDays = subscriptions * days;
const dayMs = 86_400_000;
const at = (day: number) => new Date(start + day * dayMs).toISOString();
const callsAtOnce = 32;
/** As long as a client waits. */
const longestAnswerMs = 10_000;
const foundWithinMs = 180_000;
const clockPatienceMs = 1_800_000;

/** An organization with subscriptions that have one event on each day. */
async function begin(service: Service): Promise<Api> {
  const settings = { name: 'Days', default_currency: 'USD', sandbox: true, frozen_time: at(0) };
  const { api } = await newOrganization(service, settings);
  const metric = { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' };
  const { svc_id: billable_metric_id } = await api.create<{ svc_id: string }>(
    '/api/v1/billable_metrics',
    'billable_metric',
    metric,
  );
  const charges = [{ billable_metric_id, charge_model: 'standard', properties: { amount: '0.02' } }];
  const plan = { name: 'p', code: 'p', interval: 'monthly', amount_cents: 0, amount_currency: 'USD' };
  await api.create('/api/v1/plans', 'plan', { ...plan, pay_in_advance: false, charges });
  await putCustomer(api, 'c', { currency: 'USD' });
  const events = [];
  for (let index = 0; index < subscriptions; index++) {
    const external_id = `s${index}`;
    const subscription = { external_customer_id: 'c', external_id, plan_code: 'p' };
    await api.ok('POST', '/api/v1/subscriptions', { subscription });
    for (let day = 0; day < days; day++)
      events.push({
        transaction_id: `${index}-${day}`,
        external_subscription_id: external_id,
        code: 'calls',
        timestamp: start / 1000 + day * 86_400 + 43_200,
      });
  }
  for (let first = 0; first < events.length; first += 100)
    await api.ok('POST', '/api/v1/events/batch', { events: events.slice(first, first + 100) });
  return api;
}

async function storedDays(service: Standalone): Promise<StoredDays> {
  const [row] = await queryOf<StoredDays>(
    service.databaseUrl,
    `select (select count(*)::int from invoicing.daily_usages) as days,
            (select coalesce(sum(units), 0)::int from invoicing.daily_usages) as units,
            (select count(*)::int from invoicing.owed_days) as stale,
            (select max(looked_until) from invoicing.usage_days) as until`,
  );
  if (!row) throw new Error('the statement answers no row');
  return row;
}

/** Many calls at once, each timed. */
async function slowestAnswer(api: Api): Promise<number> {
  const timedCall = async () => {
    const began = performance.now();
    await api.ok('GET', '/api/v1/analytics/usage');
    return performance.now() - began;
  };
  return Math.round(Math.max(...(await Promise.all(Array.from({ length: callsAtOnce }, timedCall)))));
}

/**
 * Kills the service as soon as it has stored more days than before, or all of them on a fast machine, and restarts it.
 */
async function killInTheMiddle(service: Standalone, before: number): Promise<number> {
  let stored = 0;
  const more = async () => {
    const state = await storedDays(service);
    stored = state.days;
    return goesOn(state, before) || stored === expectedDays;
  };
  await waitFor('more days', more, { timeoutMs: foundWithinMs, everyMs: 20 });
  await service.crash();
  say(`killed with ${stored} of ${expectedDays} days kept`);
  return stored;
}

export const daysOfUsage = act({
  name: 'days',
  options: { kills: '3' },
  isTimed: true,
  async play(stage, { kills }) {
    const check = (name: string, isSo: boolean, seen: string) => stage.report.line(isSo, `${name}: ${seen}`);
    const service = await stage.service();
    const api = await begin(service);
    // The first request makes the jobs compute the days of every later clock step.
    await slowestAnswer(api);
    await api.advanceClock(at(days), { patienceMs: clockPatienceMs });
    let before = 0;
    for (let kill = 0; kill < Number(kills); kill++) before = await killInTheMiddle(service, before);
    const slowest = await slowestAnswer(api);
    check(`${callsAtOnce} calls at once are answered`, slowest < longestAnswerMs, `${slowest} ms`);
    let final: StoredDays | undefined;
    const isDone = async () => {
      final = await storedDays(service);
      return isComplete(final, new Date(at(days)));
    };
    await waitFor('all days', isDone, { timeoutMs: foundWithinMs, everyMs: 200 });
    check(
      'every day is there, once',
      final?.days === expectedDays && final.units === expectedDays,
      `${final?.units} of ${expectedDays}`,
    );
    const answer = await api.ok<{ usages: { units: string }[] }>('GET', '/api/v1/analytics/usage');
    const units = answer.usages.reduce((sum, usage) => sum + Number(usage.units), 0);
    check(
      'and told',
      units === expectedDays && answer.usages.length === days,
      `${units} units on ${answer.usages.length} days`,
    );
  },
});
