// Events that are charged by themselves, from the first post to the last fee.
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../cluster/process.mjs';
import { post } from './generator.mjs';
import { newAdvancePlan, newOrganization, subscribe } from './setup.mjs';

const subscribers = 200;
const deadlineMs = 600_000;

/** Waits until there are as many fees as events, and stays that many. */
async function untilCharged(api, events) {
  const count = async () => (await api.ok('GET', '/api/v1/fees?per_page=1')).meta.total_count;
  for (const deadline = Date.now() + deadlineMs; (await count()) < events; await sleep(100)) {
    if (Date.now() > deadline) throw new Error(`${await count()} of ${events} events are charged`);
  }
  const charged = performance.now();
  await sleep(3000);
  const fees = await count();
  if (fees !== events) throw new Error(`${fees} fees for ${events} events`);
  return charged;
}

export async function advance(service, size) {
  const api = await newOrganization(service, 'Bench advance');
  await newAdvancePlan(api);
  const subscriptions = await subscribe(api, subscribers);
  const calls = size.seconds * 10;
  const events = calls * 100;
  say(`Charges in advance: ${events.toLocaleString('en')} events of ${subscribers} subscriptions`);
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
  const seconds = ((await untilCharged(api, events)) - begun) / 1000;
  return {
    name: 'advance',
    title: 'Events charged in advance',
    value: events / seconds,
    unit: '/s',
    target: 1000,
    atLeast: true,
    notes: `${events.toLocaleString('en')} events of ${subscribers} subscriptions of one organization, accepted in ${posted.toFixed(1)} s, all charged after ${seconds.toFixed(1)} s, each by one fee`,
  };
}
