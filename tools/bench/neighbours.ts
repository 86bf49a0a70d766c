// The time of a small organization's current usage while another one reads a plan with many filters again and again.
import type { Api } from '@tollgate/harness/api';
import { say } from '@tollgate/harness/process';
import { beside, type Benchmark } from './benchmark.ts';
import { generate } from './generator.ts';
import { createPlan, newOrganization, newPlan, subscribe } from './setup.ts';

const filters = 500;
const heavyReaders = 4;

const usagePath = (id: string | undefined) => `/api/v1/customers/${id}/current_usage?external_subscription_id=${id}`;

/** A plan of one charge with many filters, and one subscription. @returns the path of its usage */
async function prepareHeavy(api: Api): Promise<string> {
  const values = Array.from({ length: filters }, (_, nth) => `model-${nth}`);
  const metric = {
    name: 'Tokens',
    code: 'tokens',
    aggregation_type: 'sum_agg',
    field_name: 'amount',
    filters: [{ key: 'model', values }],
  };
  const { svc_id: id } = await api.create<{ svc_id: string }>('/api/v1/billable_metrics', 'billable_metric', metric);
  const charge = {
    billable_metric_id: id,
    charge_model: 'standard',
    properties: { amount: '1' },
    filters: values.map((value) => ({ values: { model: [value] }, properties: { amount: '2' } })),
  };
  await createPlan(api, 0, [charge]);
  const [subscriber] = await subscribe(api, 1);
  return usagePath(subscriber);
}

export const neighbours: Benchmark = async (service, size) => {
  const heavy = await newOrganization(service, 'Bench neighbour');
  const heavyPath = await prepareHeavy(heavy);
  const api = await newOrganization(service, 'Bench small organization');
  await newPlan(api);
  const [subscriber] = await subscribe(api, 1);
  const urls = [`${service.baseUrl}${usagePath(subscriber)}`];
  const measure = () => generate('read', { urls, key: api.key, times: size.reads, warmUp: 10 });
  say(`Neighbours: ${size.reads} reads of a small organization alone`);
  const alone = await measure();
  say(`Neighbours: the same beside ${heavyReaders} readers of ${filters} filters`);
  const read = () => heavy.ok('GET', heavyPath);
  const { result: shared, repetitions: reads } = await beside(read, measure, heavyReaders);
  return {
    name: 'neighbours',
    title: 'Current usage beside the heavy reads of another organization, p50',
    value: shared.p50 / alone.p50,
    unit: ' times alone',
    target: 2,
    atLeast: false,
    notes: `alone p50 ${alone.p50.toFixed(1)} ms, p95 ${alone.p95.toFixed(1)} ms; beside ${heavyReaders} readers of ${filters} filters p50 ${shared.p50.toFixed(1)} ms, p95 ${shared.p95.toFixed(1)} ms; they read ${reads} times meanwhile`,
  };
};
