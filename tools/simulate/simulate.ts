// npm run simulate -- --seed N --lives M
// npm run simulate -- --prices --seed N --plans M
// Plays random lives of whole organizations against a service and an independent second rater, and reports every figure
// in which they differ. Starts its own standalone service unless BASE_URL and ADMIN_API_KEY name one. See README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '@tollgate/harness/process';
import { type Service, startStandalone } from '@tollgate/harness/standalone';
import { fewDrawings } from '../test-settings.mjs';
import { gate } from './gate.ts';
import type { History } from './history.ts';
import { unavailable } from './client.ts';
import { switches } from './dimensions.ts';
import { randomLife } from './life.ts';
import { type Failure, failed, playLives, playSafely, type Totals } from './lives.ts';
import { comparePrices, describeDifference, type PriceFailure } from './plan-prices.ts';
import { play } from './play.ts';
import { describe } from './report.ts';
import { shrink } from './shrink.ts';
import { playWallLives } from './wall-lives.ts';

const list = { type: 'string', multiple: true } as const;
const { values: args } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    lives: { type: 'string', default: '100' },
    jobs: { type: 'string', default: '4' },
    replay: { type: 'string' },
    only: list,
    with: list,
    without: list,
    bearing: list,
    failures: { type: 'string', default: '5' },
    'shrink-seconds': { type: 'string', default: '60' },
    print: { type: 'boolean' },
    gate: { type: 'boolean' },
    'wall-lives': { type: 'string', default: '3' },
    prices: { type: 'boolean' },
    plans: { type: 'string', default: '500' },
    wall: { type: 'boolean' },
    minutes: { type: 'string' },
    restarts: { type: 'string', default: '0.1' },
    punctual: { type: 'boolean' },
    schedulers: { type: 'string', default: '2' },
  },
});
const until = args.minutes ? Date.now() + Number(args.minutes) * 60_000 : Infinity;
const split = (values: string[] | undefined) => values?.flatMap((value) => value.split(',')).filter(Boolean);
const has = switches({ only: split(args.only), with: split(args.with), without: split(args.without) });

/** Prints a failure with its smallest history, and writes that history to a file for `--replay`. */
async function report(failure: Failure, service?: Service): Promise<void> {
  const small = service
    ? await shrink(failure, (candidate) => play(candidate, service), Number(args['shrink-seconds']) * 1000)
    : failure;
  const { name } = failure.history;
  const file = join(tmpdir(), `${name.replace(/\W+/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(small.history, null, 1)}\n`);
  console.log(
    `FAILED  ${name}\n${describe(small.history, small.result)}\n  replay: npm run simulate -- --replay ${file}\n`,
  );
}

function close({ passed, failed: bad, invoices }: Totals): boolean {
  if (unavailable.times > 0)
    say(`The service was away ${unavailable.times} times, and there again within the deadline`);
  console.log(`${invoices} invoices recomputed\n${passed} passed, ${bad} failed`);
  return bad === 0;
}

async function lives(service: Service): Promise<boolean> {
  const counts = await playLives(service, {
    seed: args.seed,
    total: Number(args.lives),
    jobs: Number(args.jobs),
    has,
    bearing: split(args.bearing),
    enough: Number(args.failures),
    until,
  });
  for (const failure of counts.failures) await report(failure, service);
  return close(counts);
}

async function replay(file: string, service: Service): Promise<boolean> {
  const history = JSON.parse(readFileSync(file, 'utf8')) as History;
  const result = await playSafely(history, service);
  if (failed(result)) await report({ history, result }, service);
  else console.log(`${history.name}: no difference`);
  return !failed(result);
}

async function wall(): Promise<boolean> {
  const settings = {
    late: has('late_ticks') && !args.punctual,
    schedulers: Number(args.schedulers),
    restarts: Number(args.restarts),
  };
  const counts = await playWallLives({ seed: args.seed, total: Number(args.lives), has, ...settings });
  for (const failure of counts.failures) await report(failure);
  return close(counts);
}

/** Prints the first difference of a plan. */
function reportPrices({ plan, differences }: PriceFailure): void {
  console.log(`FAILED  plan ${args.seed}-${plan}\n${differences.slice(0, 1).map(describeDifference).join('\n')}\n`);
}

/** Prices random plans, and prints the first difference of each plan that has any. */
async function prices(service: Service): Promise<boolean> {
  const { plans, compared, failures } = await comparePrices(service, {
    seed: args.seed,
    plans: Number(args.plans),
    enough: Number(args.failures),
  });
  failures.forEach(reportPrices);
  console.log(`${compared} quantities priced by both\n${plans - failures.length} passed, ${failures.length} failed`);
  return failures.length === 0;
}

/** Works with a running service, or with its own, whose log stays if the work is not good. */
async function withService(work: (service: Service) => Promise<boolean>): Promise<boolean> {
  const { BASE_URL: baseUrl, ADMIN_API_KEY: adminApiKey = '' } = process.env;
  const own = baseUrl === undefined ? await startStandalone({ env: fewDrawings }) : null;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.resolve(own?.stop()).then(() => process.exit(130)));
  let good = false;
  try {
    good = await work(own ?? { baseUrl: (baseUrl ?? '').replace(/\/$/, ''), adminApiKey });
  } finally {
    await own?.stop({ keep: !good });
    if (own && !good) say(`The service's log: ${own.log}`);
  }
  return good;
}

async function run(): Promise<boolean> {
  if (args.print) console.log(JSON.stringify(randomLife(args.seed, has), null, 1));
  else if (args.gate)
    return gate(withService, {
      seed: args.seed,
      lives: Number(args.lives),
      wallLives: Number(args['wall-lives']),
      has,
      report,
      reportPrices,
      close,
    });
  else if (args.wall) return wall();
  else if (args.prices) return withService(prices);
  else return withService((service) => (args.replay ? replay(args.replay, service) : lives(service)));
  return true;
}

process.exit((await run()) ? 0 : 1);
