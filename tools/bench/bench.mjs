// npm run bench [-- OPTIONS]: measures the speed of this machine. Starts its own standalone service, or uses BASE_URL.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository, say } from '../harness/process.ts';
import { startStandalone } from '../harness/standalone.ts';
import { cases, repeatedCases } from './cases.mjs';
import { checkOut } from './compare.mjs';
import { markdown, printTable } from './report.mjs';
import { summary } from './runs.mjs';

const help = `npm run bench [-- OPTIONS]
  --only NAMES         some of ${Object.keys(cases).join(',')}
  --quick              small sizes, for a check that everything runs; writes nothing
  --runs N             how often each is measured (5; what takes many minutes, once)
  --compare COMMIT     builds another commit beside this one and measures both in turn
  --seconds N          how long events are sent (15)
  --events N           events in the period whose usage is read (1000000)
  --reads N            how often it is read (300)
  --scale N            events in the greatest period of usage-scale, made inside the engine (100000000)
  --wallets N          customers with wallets, in a billing run or whose usage is subtracted (1000)
  --invoices N         invoices of an organization whose figures are asked for (1000000)
  --rate N             events a second that they are sent (5000)
  --subscriptions N    size of the small billing run; the large one is ten times that (1000)
  --write FILE         where the report goes (docs/contribute/benchmarks.md, when all benchmarks ran in full size)
BASE_URL, ADMIN_API_KEY and OPERATIONS_URL: a running service to measure, instead of a standalone one of its own. Its limit on calls
of one organization should be lifted: RATE_LIMIT_PER_SECOND=1000000.`;

const number = (text, otherwise) => {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`Not a number: ${text}`);
  return value;
};

function settings() {
  const names = [
    'only',
    'compare',
    'runs',
    'seconds',
    'events',
    'reads',
    'scale',
    'subscriptions',
    'wallets',
    'invoices',
    'rate',
    'write',
  ];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ options: { ...options, quick: { type: 'boolean' }, help: { type: 'boolean' } } });
  const chosen = values.only?.split(',') ?? Object.keys(cases);
  const unknown = chosen.find((name) => !cases[name]);
  if (unknown) throw new Error(`There is no benchmark "${unknown}": ${Object.keys(cases).join(', ')}`);
  const usual = values.quick
    ? {
        runs: 1,
        seconds: 3,
        events: 20_000,
        reads: 50,
        scale: 10_000,
        subscriptions: 50,
        wallets: 50,
        rate: 500,
        invoices: 2000,
      }
    : {
        runs: 5,
        seconds: 15,
        events: 1_000_000,
        reads: 300,
        scale: 100_000_000,
        subscriptions: 1000,
        wallets: 1000,
        invoices: 1_000_000,
        rate: 5000,
      };
  const size = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, number(values[name], value)]));
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

/** The measured service, and that of a commit to compare with, if any. */
async function targets(compare) {
  const baseUrl = process.env.BASE_URL?.replace(/\/$/, '');
  if (baseUrl) {
    if (compare) throw new Error('Another commit is compared with a service of its own, not with one at BASE_URL');
    const { ADMIN_API_KEY: adminApiKey, OPERATIONS_URL: operationsUrl } = process.env;
    return [{ baseUrl, adminApiKey, operationsUrl, what: `running, at ${baseUrl}`, stop: async () => undefined }];
  }
  const other = compare && checkOut(compare);
  const started = [];
  const stop = async () => {
    for (const service of started) await service.stop();
    other?.remove();
  };
  try {
    for (const one of other ? [{}, other] : [{}]) {
      say(`Starting a standalone service${one.commit ? ` of ${one.commit}` : ''}`);
      started.push(await startStandalone({ env: settingsOfService, root: one.directory }));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const what = 'standalone, one process with embedded databases and a fresh data directory';
  const commits = [undefined, other?.commit];
  return started.map((service, place) => ({
    ...service,
    what,
    commit: commits[place],
    stop: place === 0 ? stop : async () => {},
  }));
}

/**
 * Runs a benchmark several times, alternating between two services if there are two; returns a row for each service.
 */
async function measure(name, services, size) {
  const runs = repeatedCases.has(name) ? size.runs : 1;
  const rows = services.map(() => []);
  for (let run = 0; run < runs; run++)
    for (const [place, service] of services.entries()) rows[place].push(await cases[name](service, size));
  return rows.map((each, place) => {
    const row = summary(each);
    const { commit } = services[place];
    return commit ? { ...row, title: `${row.title}, at ${commit}` } : row;
  });
}

async function main() {
  const { help: helpText, chosen, compare, size, report } = settings();
  if (helpText) return console.log(help);
  const services = await targets(compare);
  const [{ stop: stopAll, what }] = services;
  const stop = () => stopAll().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const rows = [];
  let failures = 0;
  try {
    for (const name of chosen) {
      try {
        rows.push(...(await measure(name, services, size)));
      } catch (error) {
        failures++;
        console.log(`FAILED  ${name}: ${error.message}`);
      }
    }
  } finally {
    await stopAll();
  }
  if (rows.length > 0) printTable(rows);
  if (report && failures === 0) {
    writeFileSync(report, markdown(rows, { target: what }));
    say(`Written: ${report}`);
  }
  process.exitCode = failures === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
