// npm run bench [-- OPTIONS]: measures the speed of this machine. Starts its own standalone service, or uses BASE_URL.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository, say } from '@tollgate/harness/process';
import { type Standalone, startStandalone } from '@tollgate/harness/standalone';
import type { MeasuredService, Row, Size, SummaryRow } from './benchmark.ts';
import { cases, repeatedCases } from './cases.ts';
import { type CheckedOut, checkOut } from './compare.ts';
import { markdown, printTable } from './report.ts';
import { summary } from './runs.ts';

const help = `npm run bench [-- OPTIONS]
  --only NAMES         some of ${Object.keys(cases).join(',')}
  --quick              small sizes, for a check that everything runs; writes nothing
  --runs N             how often each is measured (5; what takes many minutes, once)
  --compare COMMIT     builds another commit beside this one and measures both in turn
  --seconds N          how long events are sent (15)
  --events N           events in the period whose usage is read (1000000)
  --reads N            how often it is read (300)
  --scale N            events of usage-scale and event-lists, made inside the engine (100000000)
  --wallets N          customers with wallets, in a billing run or whose usage is subtracted (1000)
  --invoices N         invoices of an organization whose figures and lists are asked for (1000000)
  --customers N        customers of an organization whose lists are asked for (100000)
  --rate N             events a second that they are sent (5000)
  --subscriptions N    size of the small billing run; the large one is ten times that (1000)
  --write FILE         where the report goes (docs/contribute/benchmarks.md, when all benchmarks ran in full size)
BASE_URL, ADMIN_API_KEY and OPERATIONS_URL: a running service to measure, instead of a standalone one of its own. Its limit on calls
of one organization should be lifted: RATE_LIMIT_PER_SECOND=1000000.`;

const quickSize: Size = {
  runs: 1,
  seconds: 3,
  events: 20_000,
  reads: 50,
  scale: 10_000,
  subscriptions: 50,
  wallets: 50,
  rate: 500,
  invoices: 2000,
  customers: 500,
};
const fullSize: Size = {
  runs: 5,
  seconds: 15,
  events: 1_000_000,
  reads: 300,
  scale: 100_000_000,
  subscriptions: 1000,
  wallets: 1000,
  invoices: 1_000_000,
  customers: 100_000,
  rate: 5000,
};

function number(text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`Not a number: ${text}`);
  return value;
}

interface Settings {
  help: boolean;
  chosen: string[];
  /** A commit. */
  compare: string | undefined;
  size: Size;
  /** The file of the report. */
  report: string | undefined;
}

function settings(): Settings {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    options: {
      only: text,
      compare: text,
      runs: text,
      seconds: text,
      events: text,
      reads: text,
      scale: text,
      subscriptions: text,
      wallets: text,
      invoices: text,
      customers: text,
      rate: text,
      write: text,
      quick: flag,
      help: flag,
    },
  });
  const chosen = values.only?.split(',') ?? Object.keys(cases);
  const unknown = chosen.find((name) => !cases[name]);
  if (unknown) throw new Error(`There is no benchmark "${unknown}": ${Object.keys(cases).join(', ')}`);
  const size = { ...(values.quick ? quickSize : fullSize) };
  for (const name of Object.keys(size) as (keyof Size)[]) size[name] = number(values[name], size[name]);
  const full = !values.quick && !values.only && !values.compare;
  return {
    help: values.help,
    chosen,
    compare: values.compare,
    size,
    report: values.write ?? (full ? join(repository, 'docs', 'contribute', 'benchmarks.md') : undefined),
  };
}

const settingsOfService = { RATE_LIMIT_PER_SECOND: '1000000', LOG_LEVEL: 'warn' };

/** A measured service; `commit` is undefined for this one. */
interface Target {
  service: MeasuredService;
  commit?: string;
}

interface Targets {
  targets: Target[];
  /** The subject of the measurement, in words. */
  what: string;
  stop(): Promise<void>;
}

/** The measured service, and that of a commit to compare with, if any. */
async function targetsOf(compare: string | undefined): Promise<Targets> {
  const baseUrl = process.env.BASE_URL?.replace(/\/$/, '');
  if (!baseUrl) return startTargets(compare);
  if (compare) throw new Error('Another commit is compared with a service of its own, not with one at BASE_URL');
  const { ADMIN_API_KEY: adminApiKey = '', OPERATIONS_URL: operationsUrl } = process.env;
  const service = { baseUrl, adminApiKey, ...(operationsUrl ? { operationsUrl } : {}) };
  return { targets: [{ service }], what: `running, at ${baseUrl}`, stop: () => Promise.resolve() };
}

async function startTargets(compare: string | undefined): Promise<Targets> {
  const other: CheckedOut | undefined = compare ? checkOut(compare) : undefined;
  const started: Standalone[] = [];
  const stop = async () => {
    for (const service of started) await service.stop();
    other?.remove();
  };
  try {
    say('Starting a standalone service');
    started.push(await startStandalone({ env: settingsOfService }));
    if (other) {
      say(`Starting a standalone service of ${other.commit}`);
      started.push(await startStandalone({ env: settingsOfService, root: other.directory }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const commits = [undefined, other?.commit];
  return {
    targets: started.map((service, place) => ({ service, commit: commits[place] })),
    what: 'standalone, one process with embedded databases and a fresh data directory',
    stop,
  };
}

/**
 * Runs a benchmark several times, alternating between two services if there are two; returns a row for each service.
 */
async function measure(name: string, targets: Target[], size: Size): Promise<SummaryRow[]> {
  const benchmark = cases[name];
  if (!benchmark) throw new Error(`there is no benchmark "${name}"`);
  const runs = repeatedCases.has(name) ? size.runs : 1;
  const measured = targets.map((target) => ({ ...target, rows: [] as Row[] }));
  for (let run = 0; run < runs; run++)
    for (const { service, rows } of measured) rows.push(await benchmark(service, size));
  return measured.map(({ commit, rows }) => {
    const row = summary(rows);
    return commit ? { ...row, title: `${row.title}, at ${commit}` } : row;
  });
}

async function main(): Promise<void> {
  const { help: helpText, chosen, compare, size, report } = settings();
  if (helpText) return console.log(help);
  const { targets, what, stop } = await targetsOf(compare);
  const interrupt = () => void stop().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const rows: SummaryRow[] = [];
  let failures = 0;
  try {
    for (const name of chosen) {
      try {
        rows.push(...(await measure(name, targets, size)));
      } catch (error) {
        failures++;
        console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await stop();
  }
  if (rows.length > 0) printTable(rows);
  if (report && failures === 0) {
    writeFileSync(report, markdown(rows, { target: what }));
    say(`Written: ${report}`);
  }
  process.exitCode = failures === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
