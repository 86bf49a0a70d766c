// Events that are charged one by one, from the first post to the last fee, by one model or by several at once.
import type { Api } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import type { Benchmark, Counted, Row } from './benchmark.ts';
import { cpuBetween, cpuPerThousand, cpuSeconds } from './cpu.ts';
import { post } from './generator.ts';
import { type ChargeModel, newAdvancePlan, newOrganization, subscribe } from './setup.ts';

const subscribers = 200;
const deadlineMs = 600_000;

/** Waits until the number of fees is as expected, and stays so. */
async function untilCharged(api: Api, expected: number): Promise<number> {
  const count = async () => (await api.ok<Counted>('GET', '/api/v1/fees?per_page=1')).meta.total_count;
  for (const deadline = Date.now() + deadlineMs; (await count()) < expected; await sleep(100)) {
    if (Date.now() > deadline) throw new Error(`there are ${await count()} of ${expected} fees`);
  }
  const charged = performance.now();
  await sleep(3000);
  const fees = await count();
  if (fees !== expected) throw new Error(`${fees} fees instead of ${expected}`);
  return charged;
}

const chargedBy =
  ({ name, title, models, target }: Pick<Row, 'name' | 'title' | 'target'> & { models: ChargeModel[] }): Benchmark =>
  async (service, size) => {
    const api = await newOrganization(service, `Bench ${name}`);
    await newAdvancePlan(api, models);
    const subscriptions = await subscribe(api, subscribers);
    const calls = size.seconds * 10;
    const events = calls * 100;
    say(`${title}: ${events.toLocaleString('en')} events of ${subscribers} subscriptions`);
    const cpuBefore = cpuSeconds(service);
    const begun = performance.now();
    await post({
      baseUrl: service.baseUrl,
      key: api.key,
      code: 'tokens',
      field: 'amount',
      count: 100,
      connections: 4,
      subscriptions,
      run: 'advance',
      calls,
    });
    const posted = (performance.now() - begun) / 1000;
    const seconds = ((await untilCharged(api, events * models.length)) - begun) / 1000;
    const fees = models.length === 1 ? 'one fee' : `${models.length} fees (${models.join(', ')})`;
    return {
      name,
      title,
      value: events / seconds,
      unit: '/s',
      target,
      atLeast: true,
      cpu: cpuPerThousand(cpuBetween(cpuBefore, cpuSeconds(service)), events),
      notes: `${events.toLocaleString('en')} events of ${subscribers} subscriptions of one organization, accepted in ${posted.toFixed(1)} s, all charged after ${seconds.toFixed(1)} s, each by ${fees}`,
    };
  };

export const advance = chargedBy({
  name: 'advance',
  title: 'Events charged in advance',
  models: ['standard'],
  target: 1000,
});
export const advanceModels = chargedBy({
  name: 'advance-models',
  title: 'Events charged in advance by three other models at once',
  models: ['graduated', 'package', 'percentage'],
  target: 1000,
});
