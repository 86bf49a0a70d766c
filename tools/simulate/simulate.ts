// npm run simulate -- --seed N --lives M
// Plays random lives of whole organizations against a service and an independent second rater, and reports every figure
// in which they differ. Starts its own standalone service unless BASE_URL and ADMIN_API_KEY name one. See README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { say } from '@tollgate/harness/process';
import { startStandalone } from '@tollgate/harness/standalone';
import { gate } from './gate.ts';
import { unavailable } from './client.ts';
import { switches } from './dimensions.ts';
import { randomLife } from './life.ts';
import { failed, playLives, playSafely } from './lives.ts';
import { play } from './play.ts';
import { describe } from './report.ts';
import { shrink } from './shrink.ts';
import { playWallLives } from './wall-lives.ts';

const list = { type: 'string', multiple: true };
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
    wall: { type: 'boolean' },
    minutes: { type: 'string' },
    restarts: { type: 'string', default: '0.1' },
    punctual: { type: 'boolean' },
    schedulers: { type: 'string', default: '2' },
  },
});
const until = args.minutes ? Date.now() + Number(args.minutes) * 60_000 : Infinity;
const split = (values) => values?.flatMap((value) => value.split(',')).filter(Boolean);
const has = switches({ only: split(args.only), with: split(args.with), without: split(args.without) });

/** Prints a failure with its smallest history, and writes that history to a file for `--replay`. */
async function report({ history, result }, service) {
  const small = service
    ? await shrink(history, result, (candidate) => play(candidate, service), Number(args['shrink-seconds']) * 1000)
    : { history, result };
  const file = join(tmpdir(), `${history.name.replace(/\W+/g, '-')}.json`);
  writeFileSync(file, `${JSON.stringify(small.history, null, 1)}\n`);
  console.log(
    `FAILED  ${history.name}\n${describe(small.history, small.result)}\n  replay: npm run simulate -- --replay ${file}\n`,
  );
}

function close({ passed, failed: bad, invoices }) {
  if (unavailable.times > 0)
    say(`The service was away ${unavailable.times} times, and there again within the deadline`);
  console.log(`${invoices} invoices recomputed\n${passed} passed, ${bad} failed`);
  return bad === 0;
}

async function lives(service) {
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

async function replay(service) {
  const history = JSON.parse(readFileSync(args.replay, 'utf8'));
  const result = await playSafely(history, service);
  if (failed(result)) await report({ history, result }, service);
  else console.log(`${history.name}: no difference`);
  return !failed(result);
}

async function wall() {
  const settings = {
    late: has('late_ticks') && !args.punctual,
    schedulers: Number(args.schedulers),
    restarts: Number(args.restarts),
  };
  const counts = await playWallLives({ seed: args.seed, total: Number(args.lives), has, ...settings });
  for (const failure of counts.failures) await report(failure);
  return close(counts);
}

async function withService(work) {
  const startsOwn = process.env.BASE_URL === undefined;
  const external = {
    baseUrl: process.env.BASE_URL?.replace(/\/$/, ''),
    adminApiKey: process.env.ADMIN_API_KEY ?? '',
    stop: async () => undefined,
  };
  const service = startsOwn ? await startStandalone() : external;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => void service.stop().then(() => process.exit(130)));
  let good = false;
  try {
    good = await work(service);
  } finally {
    await service.stop({ keep: startsOwn && !good });
    if (startsOwn && !good) say(`The service's log: ${service.log}`);
  }
  return good;
}

async function run() {
  if (args.print) console.log(JSON.stringify(randomLife(args.seed, has), null, 1));
  else if (args.gate)
    return gate(withService, {
      seed: args.seed,
      lives: Number(args.lives),
      wallLives: Number(args['wall-lives']),
      has,
      report,
      close,
    });
  else if (args.wall) return wall();
  else return withService(args.replay ? replay : lives);
  return true;
}

process.exit((await run()) ? 0 : 1);
