// The billing run: many subscriptions that fall due at the same midnight.
import { readFileSync } from 'node:fs';
import { say } from '@tollgate/harness/process';
import type { Api } from '@tollgate/harness/api';
import type { Benchmark, Counted, Cpu, MeasuredService } from './benchmark.ts';
import { cpuBetween, cpuPerThousand, cpuSeconds } from './cpu.ts';
import { advanceClock, inParallel, newOrganization, newPlan, subscribe } from './setup.ts';

const eventsEach = 5;
const megabytes = (kilobytes: number): number => Math.round(kilobytes / 1024);

/** Memory of a process in kilobytes; null if it is unknown. */
function memoryOf(pid: number | undefined): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes);
  } catch {
    return null;
  }
}

/** Samples the memory of a process until it is stopped; returns the highest value. */
function watchMemory(pid: number | undefined): () => number | null {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak ?? 0, memoryOf(pid) ?? 0) || null), 200);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** Sends ten events of each subscription, five of each metric. */
export async function sendUsage(api: Api, subscriptions: string[]): Promise<void> {
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
const fillWallets = (api: Api, customers: string[]): Promise<void> =>
  inParallel(customers, (external_customer_id) =>
    api.ok('POST', '/api/v1/wallets', {
      wallet: { external_customer_id, rate_amount: '1', currency: 'USD', granted_credits: '1000000' },
    }),
  );

/** One billing run. */
interface Run {
  count: number;
  /** From the clock step to the ready clock. */
  seconds: number;
  /** Memory in kilobytes; null if it is unknown. */
  before: number | null;
  peak: number | null;
  cpu: Cpu;
}

/** Runs billing once over `count` subscriptions. */
export async function run(
  service: MeasuredService,
  count: number,
  { wallets }: { wallets: boolean } = { wallets: false },
): Promise<Run> {
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
  const { invoices, meta } = await api.ok<{ invoices: { svc_id: string }[] } & Counted>(
    'GET',
    '/api/v1/invoices?per_page=1',
  );
  if (meta.total_count !== count) throw new Error(`${meta.total_count} invoices instead of ${count}`);
  const { invoice } = await api.ok<{ invoice: { fees: unknown[]; total_amount_cents: number } }>(
    'GET',
    `/api/v1/invoices/${invoices[0]?.svc_id}`,
  );
  if (invoice.fees.length !== 3) throw new Error(`an invoice has ${invoice.fees.length} fees instead of 3`);
  if (wallets && invoice.total_amount_cents !== 0) throw new Error('an invoice is not paid by its wallet');
  return { count, seconds, before, peak, cpu };
}

const memory = ({ before, peak }: Run): string =>
  before === null || peak === null ? 'not known' : `${megabytes(before)} MB before, ${megabytes(peak)} MB at most`;

export const billing: Benchmark = async (service, size) => {
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
};

/** Runs of each kind: they alternate, and the median counts. */
const runsEach = 3;

/** The run that took the median time. */
function middle(runs: Run[]): Run {
  const sorted = [...runs].sort((one, other) => one.seconds - other.seconds);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (!median) throw new Error('there was no run');
  return median;
}

/** The cost of prepaid credits: the same run with and without wallets that pay everything. */
export const prepaid: Benchmark = async (service, size) => {
  const { wallets: count } = size;
  const runs: Record<'without' | 'with', Run[]> = { without: [], with: [] };
  for (let round = 0; round < runsEach; round++) {
    runs.without.push(await run(service, count));
    runs.with.push(await run(service, count, { wallets: true }));
  }
  const rate = (some: Run[]) => count / middle(some).seconds;
  const cpu = (some: Run[]) => cpuPerThousand(middle(some).cpu, count);
  return {
    name: 'prepaid',
    title: `Invoices in a billing run of ${count.toLocaleString('en')} with wallets, of those without`,
    value: (100 * rate(runs.with)) / rate(runs.without),
    unit: ' %',
    target: 70,
    atLeast: true,
    cpu: cpu(runs.with),
    notes: `middle of ${runsEach} runs each, alternately: ${rate(runs.without).toFixed(1)}/s without wallets, ${rate(runs.with).toFixed(1)}/s where a wallet pays for each invoice; CPU seconds for 1,000 without: ${cpu(runs.without)}`,
  };
};
