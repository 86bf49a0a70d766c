// The billing run: many subscriptions that fall due at the same midnight.
import { readFileSync } from 'node:fs';
import { say } from '../harness/process.ts';
import { cpuBetween, cpuPerThousand, cpuSeconds } from './cpu.mjs';
import { inParallel, newOrganization, newPlan, subscribe, advanceClock } from './setup.mjs';

const eventsEach = 5;
const megabytes = (kilobytes) => Math.round(kilobytes / 1024);

/** Memory of a process in kilobytes; null if it is unknown. */
function memoryOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)[1]);
  } catch {
    return null;
  }
}

/** Samples the memory of a process until it is stopped; returns the highest value. */
function watchMemory(pid) {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak ?? 0, memoryOf(pid) ?? 0) || null), 200);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

async function sendUsage(api, subscriptions) {
  const events = subscriptions.flatMap((id) =>
    Array.from({ length: eventsEach * 2 }, (_, index) => ({
      transaction_id: `${id}-${index}`,
      external_subscription_id: id,
      code: index % 2 === 0 ? 'calls' : 'tokens',
      timestamp: Date.parse('2023-11-16T12:00:00Z') / 1000 + index,
      properties: { amount: 1000 + index },
    })),
  );
  const batches = Array.from({ length: Math.ceil(events.length / 100) }, (_, index) =>
    events.slice(index * 100, index * 100 + 100),
  );
  await inParallel(batches, (part) => api.ok('POST', '/api/v1/events/batch', { events: part }), 8);
}

/** Gives each customer a wallet that pays its whole invoice. */
const fillWallets = (api, customers) =>
  inParallel(customers, (external_customer_id) =>
    api.ok('POST', '/api/v1/wallets', {
      wallet: { external_customer_id, rate_amount: '1', currency: 'USD', granted_credits: '1000000' },
    }),
  );

/**
 * Runs billing once over `count` subscriptions. Returns the seconds from the clock step to the ready clock, and memory
 * in kilobytes.
 */
export async function run(service, count, { wallets } = { wallets: false }) {
  const api = await newOrganization(service, `Bench billing ${count}`, '2023-11-01T00:00:00Z');
  await newPlan(api);
  say(`Billing run: making ${count.toLocaleString('en')} customers with subscriptions and usage`);
  const subscriptions = await subscribe(api, count);
  if (wallets) await fillWallets(api, subscriptions);
  await sendUsage(api, subscriptions);
  await advanceClock(api, '2023-11-30T00:00:00Z');
  say('Billing run: turning the clock over the end of the month');
  const before = memoryOf(service.pid);
  const cpuBefore = cpuSeconds(service);
  const stopWatching = watchMemory(service.pid);
  const begun = performance.now();
  await advanceClock(api, '2023-12-01T00:10:00Z');
  const seconds = (performance.now() - begun) / 1000;
  const cpu = cpuBetween(cpuBefore, cpuSeconds(service));
  const peak = stopWatching();
  const { invoices, meta } = await api.ok('GET', '/api/v1/invoices?per_page=1');
  if (meta.total_count !== count) throw new Error(`${meta.total_count} invoices instead of ${count}`);
  const { invoice } = await api.ok('GET', `/api/v1/invoices/${invoices[0].svc_id}`);
  if (invoice.fees.length !== 3) throw new Error(`an invoice has ${invoice.fees.length} fees instead of 3`);
  if (wallets && invoice.total_amount_cents !== 0) throw new Error('an invoice is not paid by its wallet');
  return { count, seconds, before, peak, cpu };
}

const memory = ({ before, peak }) =>
  peak === null ? 'not known' : `${megabytes(before)} MB before, ${megabytes(peak)} MB at most`;

export async function billing(service, size) {
  const small = await run(service, size.subscriptions);
  const large = await run(service, size.subscriptions * 10);
  const lines = [small, large].map(
    (one) =>
      `| ${one.count.toLocaleString('en')} | ${one.seconds.toFixed(1)} s | ${(one.count / one.seconds).toFixed(1)}/s | ${memory(one)} |`,
  );
  return {
    name: 'billing',
    title: `Invoices in a billing run of ${large.count.toLocaleString('en')}`,
    value: large.count / large.seconds,
    unit: '/s',
    target: 100,
    atLeast: true,
    cpu: cpuPerThousand(large.cpu, large.count),
    notes: `${large.seconds.toFixed(1)} s from turning the clock to its being ready; each invoice has a subscription fee and two usage charges on ${eventsEach} events each`,
    details: [
      '## Billing runs',
      'Memory is that of the service without PostgreSQL.',
      '',
      '| subscriptions | time | invoices | memory |',
      '| ---: | ---: | ---: | --- |',
      ...lines,
      '',
    ].join('\n'),
  };
}

/** Runs of each kind: they alternate, and the median counts. */
const runsEach = 3;

/** The cost of prepaid credits: the same run with and without wallets that pay everything. */
export async function prepaid(service, size) {
  const { wallets: count } = size;
  const runs = { without: [], with: [] };
  for (let round = 0; round < runsEach; round++) {
    runs.without.push(await run(service, count));
    runs.with.push(await run(service, count, { wallets: true }));
  }
  const middle = (some) => [...some].sort((one, other) => one.seconds - other.seconds)[Math.floor(some.length / 2)];
  const rate = (some) => count / middle(some).seconds;
  const cpu = (some) => cpuPerThousand(middle(some).cpu, count);
  return {
    name: 'prepaid',
    title: `Invoices in a billing run of ${count.toLocaleString('en')} with wallets, of those without`,
    value: (100 * rate(runs.with)) / rate(runs.without),
    unit: ' %',
    target: 70,
    atLeast: true,
    cpu: cpu(runs.with),
    notes: `middle of ${runsEach} runs each, in turns: ${rate(runs.without).toFixed(1)}/s without wallets, ${rate(runs.with).toFixed(1)}/s where a wallet pays for each invoice; CPU seconds for 1,000 without: ${cpu(runs.without)}`,
  };
}
