// Prepares the service for a benchmark: an organization, a price list, subscriptions.
import { setTimeout as sleep } from 'node:timers/promises';
import { Api } from '../harness/api.ts';

/** A new organization; with `frozenTime` one with a test clock. */
export async function newOrganization({ baseUrl, adminApiKey }, name, frozenTime) {
  const organization = {
    name,
    default_currency: 'USD',
    ...(frozenTime ? { sandbox: true, frozen_time: frozenTime } : {}),
  };
  const { api_key: key } = await new Api(baseUrl, adminApiKey).ok('POST', '/admin/organizations', { organization });
  return new Api(baseUrl, key.value);
}

/** A plan with a monthly fee and two charges on usage: a count and a sum. */
export async function newPlan(api) {
  const calls = { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' };
  const tokens = { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'amount' };
  const charges = [];
  for (const [metric, amount] of [
    [calls, '0.001'],
    [tokens, '0.00001'],
  ]) {
    const { svc_id: id } = await api.create('/api/v1/billable_metrics', 'billable_metric', metric);
    charges.push({ billable_metric_id: id, charge_model: 'standard', properties: { amount } });
  }
  await api.create('/api/v1/plans', 'plan', {
    name: 'Bench',
    code: 'bench',
    interval: 'monthly',
    amount_cents: 1000,
    amount_currency: 'USD',
    pay_in_advance: false,
    charges,
  });
}

/** Prices of events in advance, by charge model. */
const pricesInAdvance = {
  standard: { amount: '0.01' },
  graduated: {
    graduated_ranges: [
      { from_value: 0, to_value: 1000, per_unit_amount: '0.01', flat_amount: '0' },
      { from_value: 1001, to_value: null, per_unit_amount: '0.005', flat_amount: '0' },
    ],
  },
  package: { amount: '1', free_units: 10, package_size: 100 },
  percentage: { rate: '1.5', fixed_amount: '0.1' },
};

/** A plan without fee whose charges, one for each model, create a fee for every event. */
export async function newAdvancePlan(api, models) {
  const metric = { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'amount' };
  const { svc_id: id } = await api.create('/api/v1/billable_metrics', 'billable_metric', metric);
  const charges = models.map((model) => ({
    billable_metric_id: id,
    charge_model: model,
    properties: pricesInAdvance[model],
    pay_in_advance: true,
    invoiceable: false,
  }));
  await api.create('/api/v1/plans', 'plan', {
    name: 'Bench',
    code: 'bench',
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'USD',
    pay_in_advance: false,
    charges,
  });
}

/** Advances the clock of an organization and waits until all due work is done. */
export async function advanceClock(api, frozenTime) {
  let { test_clock: clock } = await api.ok('PUT', '/api/v1/test_clock', { test_clock: { frozen_time: frozenTime } });
  for (const deadline = Date.now() + 1_800_000; clock.status !== 'ready';) {
    if (Date.now() > deadline) throw new Error(`the clock does not arrive at ${frozenTime}`);
    await sleep(50);
    ({ test_clock: clock } = await api.ok('GET', '/api/v1/test_clock'));
  }
}

/** Runs `work` for each item, several at a time. */
export async function inParallel(items, work, parallel = 16) {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/** Creates customers with one subscription each; both have the same external id. */
export async function subscribe(api, count, onDone = () => undefined) {
  const ids = Array.from({ length: count }, (_, index) => `subscriber-${index + 1}`);
  await inParallel(ids, async (id) => {
    await api.ok('POST', '/api/v1/customers', { customer: { external_id: id, name: id, currency: 'USD' } });
    await api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id: id, external_id: id, plan_code: 'bench' },
    });
    onDone();
  });
  return ids;
}
