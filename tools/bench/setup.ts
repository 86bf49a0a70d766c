// Prepares the service for a benchmark: an organization, a price list, subscriptions.
import { type Api, newOrganization as newOrganizationOf } from '@tollgate/harness/api';
import type { Service } from '@tollgate/harness/standalone';

interface Created {
  svc_id: string;
}

/** A new organization; with `frozenTime` one with a test clock. */
export async function newOrganization(service: Service, name: string, frozenTime?: string): Promise<Api> {
  const settings = {
    name,
    default_currency: 'USD',
    ...(frozenTime ? { sandbox: true, frozen_time: frozenTime } : {}),
  };
  return (await newOrganizationOf(service, settings)).api;
}

/** The monthly plan of a benchmark. @param amountCents its fee in arrears */
export async function createPlan(api: Api, amountCents: number, charges: object[]): Promise<void> {
  await api.create('/api/v1/plans', 'plan', {
    name: 'Bench',
    code: 'bench',
    interval: 'monthly',
    amount_cents: amountCents,
    amount_currency: 'USD',
    pay_in_advance: false,
    charges,
  });
}

/** A plan with a monthly fee and two charges on usage: a count and a sum. */
export async function newPlan(api: Api): Promise<void> {
  const calls = { name: 'Calls', code: 'calls', aggregation_type: 'count_agg' };
  const tokens = { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'amount' };
  const charges: object[] = [];
  for (const { metric, amount } of [
    { metric: calls, amount: '0.001' },
    { metric: tokens, amount: '0.00001' },
  ]) {
    const { svc_id: id } = await api.create<Created>('/api/v1/billable_metrics', 'billable_metric', metric);
    charges.push({ billable_metric_id: id, charge_model: 'standard', properties: { amount } });
  }
  await createPlan(api, 1000, charges);
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

export type ChargeModel = keyof typeof pricesInAdvance;

/** A plan without fee whose charges, one for each model, create a fee for every event. */
export async function newAdvancePlan(api: Api, models: ChargeModel[]): Promise<void> {
  const metric = { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'amount' };
  const { svc_id: id } = await api.create<Created>('/api/v1/billable_metrics', 'billable_metric', metric);
  const charges = models.map((model) => ({
    billable_metric_id: id,
    charge_model: model,
    properties: pricesInAdvance[model],
    pay_in_advance: true,
    invoiceable: false,
  }));
  await createPlan(api, 0, charges);
}

/** Advances the clock of an organization and waits until all due work is done, for half an hour at most. */
export const advanceClock = (api: Api, frozenTime: string): Promise<void> =>
  api.advanceClock(frozenTime, { patienceMs: 1_800_000 });

/** Runs `work` for each item, several at a time. */
export async function inParallel<Item>(
  items: Item[],
  work: (item: Item) => Promise<unknown>,
  parallel = 16,
): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/** Creates customers with one subscription each; both have the same external id. */
export async function subscribe(api: Api, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `subscriber-${index + 1}`);
  await inParallel(ids, async (id) => {
    await api.ok('POST', '/api/v1/customers', { customer: { external_id: id, name: id, currency: 'USD' } });
    await api.ok('POST', '/api/v1/subscriptions', {
      subscription: { external_customer_id: id, external_id: id, plan_code: 'bench' },
    });
  });
  return ids;
}
