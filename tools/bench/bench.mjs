// npm run bench [-- OPTIONS]: how fast this machine is. Starts a standalone service of its own, or uses BASE_URL.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository, say } from '../cluster/process.mjs';
import { startStandalone } from '../standalone.mjs';
import { cases } from './cases.mjs';
import { markdown, printTable } from './report.mjs';

const help = `npm run bench [-- OPTIONS]
  --only NAMES         some of ${Object.keys(cases).join(',')}
  --quick              small sizes, for a check that everything runs; writes nothing
  --seconds N          how long events are sent (15)
  --events N           events in the period whose usage is read (1000000)
  --reads N            how often it is read (300)
  --scale N            events in the greatest period of usage-scale (10000000)
  --wallets N          customers with wallets whose usage is subtracted (1000)
  --rate N             events a second that they are sent (5000)
  --subscriptions N    size of the small billing run; the large one is ten times that (1000)
  --write FILE         where the report goes (docs/benchmarks.md, when all benchmarks ran in full size)
BASE_URL and ADMIN_API_KEY: a running service to measure, instead of a standalone one of its own. Its limit on calls
of one organization should be lifted: RATE_LIMIT_PER_SECOND=1000000.`;

const number = (text, otherwise) => {
  const value = text === undefined ? otherwise : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`Not a number: ${text}`);
  return value;
};

function settings() {
  const names = ['only', 'seconds', 'events', 'reads', 'scale', 'subscriptions', 'wallets', 'rate', 'write'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ options: { ...options, quick: { type: 'boolean' }, help: { type: 'boolean' } } });
  const chosen = values.only?.split(',') ?? Object.keys(cases);
  const unknown = chosen.find((name) => !cases[name]);
  if (unknown) throw new Error(`There is no benchmark "${unknown}": ${Object.keys(cases).join(', ')}`);
  const usual = values.quick
    ? { seconds: 3, events: 20_000, reads: 50, scale: 10_000, subscriptions: 50, wallets: 50, rate: 500 }
    : { seconds: 15, events: 1_000_000, reads: 300, scale: 10_000_000, subscriptions: 1000, wallets: 1000, rate: 5000 };
  const size = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, number(values[name], value)]));
  const full = !values.quick && !values.only;
  return {
    help: values.help,
    chosen,
    size,
    report: values.write ?? (full ? join(repository, 'docs', 'benchmarks.md') : undefined),
  };
}

async function target() {
  const baseUrl = process.env.BASE_URL?.replace(/\/$/, '');
  if (baseUrl)
    return {
      baseUrl,
      adminApiKey: process.env.ADMIN_API_KEY,
      what: `running, at ${baseUrl}`,
      stop: async () => undefined,
    };
  say('Starting a standalone service');
  const service = await startStandalone({ env: { RATE_LIMIT_PER_SECOND: '1000000', LOG_LEVEL: 'warn' } });
  return { ...service, what: 'standalone, one process with embedded databases and a fresh data directory' };
}

async function main() {
  const { help: helpWanted, chosen, size, report } = settings();
  if (helpWanted) return console.log(help);
  const service = await target();
  const stop = () => service.stop().then(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const rows = [];
  let failures = 0;
  try {
    for (const name of chosen) {
      try {
        rows.push(await cases[name](service, size));
      } catch (error) {
        failures++;
        console.log(`FAILED  ${name}: ${error.message}`);
      }
    }
  } finally {
    await service.stop();
  }
  if (rows.length > 0) printTable(rows);
  if (report && failures === 0) {
    writeFileSync(report, markdown(rows, { target: service.what }));
    say(`Written: ${report}`);
  }
  process.exitCode = failures === 0 ? 0 : 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
