// Intake and billing while another organization tests prices on the past usage of many subscriptions.
import type { Api } from '@tollgate/harness/api';
import { say, sleep } from '@tollgate/harness/process';
import { beside, percentile, type Benchmark } from './benchmark.ts';
import { run } from './billing.ts';
import { billedMonth, testPrices } from './prices.ts';
import { newOrganization, newPlan, subscribe } from './setup.ts';

const callsPerSecond = 50;
const eventsEach = 10;
const testedShare = 0.8;

/** Sends events at a steady rate for some seconds. @returns the milliseconds of each answer, sorted */
async function sendSteadily(api: Api, subscriptions: string[], round: string, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const begun = performance.now();
  for (let call = 0; call < callsPerSecond * seconds; call++) {
    const due = begun + (call * 1000) / callsPerSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    const events = Array.from({ length: eventsEach }, (_, place) => ({
      transaction_id: `${round}-${call}-${place}`,
      external_subscription_id: subscriptions[(call + place) % subscriptions.length],
      code: 'calls',
    }));
    const sent = performance.now();
    calls.push(
      api.ok('POST', '/api/v1/events/batch', { events }).then(() => void times.push(performance.now() - sent)),
    );
  }
  await Promise.all(calls);
  return times.sort((one, other) => one - other);
}

export const priceTestsBeside: Benchmark = async (service, size) => {
  const { subscriptions: count, seconds } = size;
  const tested = await billedMonth(service, 'Bench tests beside others', count, 1);
  const api = await newOrganization(service, 'Bench beside tests');
  await newPlan(api);
  const subscribers = await subscribe(api, 50);
  const send = (round: string) => sendSteadily(api, subscribers, round, seconds);
  await send('warm-up');
  say(`Beside price tests: ${callsPerSecond * eventsEach} events a second alone, then beside tests`);
  const alone = await send('alone');
  const test = () => testPrices(tested.api, tested.ids, testedShare);
  const { result: shared, repetitions: tests } = await beside(test, () => send('beside'));
  const billedAlone = await run(service, count);
  const { result: billedBeside } = await beside(test, () => run(service, count));
  const at = (times: number[], share: number) => percentile(times, share).toFixed(1);
  return {
    name: 'price-tests-beside',
    title: 'Answers to events beside tests of prices, p95',
    value: percentile(shared, 0.95) / percentile(alone, 0.95),
    unit: ' times alone',
    target: 2,
    atLeast: false,
    notes: `${callsPerSecond} calls of ${eventsEach} events a second: alone p50 ${at(alone, 0.5)} ms, p95 ${at(alone, 0.95)} ms, p99 ${at(alone, 0.99)} ms; beside p50 ${at(shared, 0.5)} ms, p95 ${at(shared, 0.95)} ms, p99 ${at(shared, 0.99)} ms and ${tests} tests of ${count.toLocaleString('en')} subscriptions, one after another; a billing run of ${count.toLocaleString('en')} took ${billedAlone.seconds.toFixed(1)} s alone, ${billedBeside.seconds.toFixed(1)} s beside tests`,
  };
};
