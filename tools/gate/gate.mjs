// node tools/gate/gate.mjs TIER [--from STEP] [--only STEPS] [--since REV] [--release] [--seed SEED] [--lanes N]
// [--work DIR] [--page FILE]
// Runs a tier of the table of steps in this checkout; `.ci/run` and `npm run verify` call it in a clean clone.
//   TIER      `ci`: each change; `verify`: the whole proof, which ends with the first failure
//   --from    continues with a step after a failed run, without the steps that passed before
//   --only    only these steps, with their needs
//   --since   only steps that the changes since a commit make necessary
//   --release all scenarios and integration tests in a cluster, all lives and all tries of properties in `verify`
//   --seed    of random lives, faults and calls in `verify`; a new one by default
//   --lanes   steps side by side (2)
//   --work    directory of logs and of the run's state
//   --page    file for the result of a passed `verify`
// At the end it names the failures, prints seconds and CPU seconds by step, and closes with `N passed, N failed`.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failuresOfLog, linesOfFailures } from '../failures.mjs';
import { flakySteps, readHistory, recordRun, usualSeconds } from './history.mjs';
import { clock, nameOfPart, page, table, totalOf } from './report.mjs';
import { runSteps } from './runner.mjs';
import { passedBefore, select } from './selection.mjs';
import { beginStep, lastLine } from './step.mjs';
import { steps } from './steps.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    only: { type: 'string' },
    since: { type: 'string' },
    release: { type: 'boolean', default: false },
    seed: { type: 'string' },
    lanes: { type: 'string', default: '2' },
    work: { type: 'string', default: '.gate' },
    page: { type: 'string' },
  },
});
const [tier = 'ci'] = positionals;
const work = resolve(options.work);
const stateFile = join(work, `${tier}.json`);
const say = (line) => console.log(`[${clock()}] ${line}`);
const git = (...args) => execFileSync('git', ['-c', 'safe.directory=*', ...args], { encoding: 'utf8' }).trim();
const logOf = ({ name }) => join(work, 'logs', `${name}.log`);

function readState() {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8'));
  } catch {
    return { results: {} };
  }
}

/** Reports every half minute which steps run. */
function reportProgress(running) {
  const timer = setInterval(() => {
    for (const [step, begun] of running)
      say(`${step.name}: ${Math.round((Date.now() - begun) / 1000)} s: ${lastLine(logOf(step))}`);
  }, 30_000);
  return () => clearInterval(timer);
}

function reportFailure(step, { status, timedOut }) {
  const log = logOf(step);
  if (timedOut)
    writeFileSync(log, `\nFAILED  ${step.name} took longer than ${step.minutes} minutes and was stopped\n`, {
      flag: 'a',
    });
  say(`${step.name} FAILED (${status}); the end of ${log}:`);
  console.log(`${readFileSync(log, 'utf8').trimEnd().split('\n').slice(-60).join('\n')}\n---`);
}

async function main() {
  const commit = git('rev-parse', 'HEAD');
  const before = options.from ? readState() : { results: {} };
  const seed = options.seed ?? before.seed ?? randomBytes(4).toString('hex');
  const chosen = select(steps, {
    tier,
    only: options.only?.split(','),
    changed: options.since && git('diff', '--name-only', options.since).split('\n').filter(Boolean),
  });
  const passed = new Set(options.from ? passedBefore(chosen, options.from, before.results, commit) : []);
  const results = Object.fromEntries(Object.entries(before.results).filter(([name]) => passed.has(name)));
  const saveState = () =>
    mkdirSync(work, { recursive: true }) ?? writeFileSync(stateFile, JSON.stringify({ seed, results }, null, 2));

  say(
    `${tier} at ${commit.slice(0, 12)}, Node ${process.version}, ${availableParallelism()} cores, seed ${seed}, logs in ${join(work, 'logs')}`,
  );
  if (passed.size > 0) say(`Passed before: ${[...passed].join(', ')}`);
  const begun = Number(process.env.GATE_BEGUN ?? 0) * 1000 || Date.now();
  const running = new Map();
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interrupt.abort());
  const quiet = reportProgress(running);
  const { notRun } = await runSteps(
    chosen.filter(({ name }) => !passed.has(name)),
    {
      lanes: Number(options.lanes),
      passed,
      stopAtFailure: tier === 'verify',
      signal: interrupt.signal,
      begin: (step) => {
        say(`${step.name} ...`);
        running.set(step, Date.now());
        const command = step.command({ tier, seed, commit, release: options.release });
        return beginStep({ command, minutes: step.minutes, log: logOf(step) });
      },
      onEnd: (step, result) => {
        running.delete(step);
        const { passed: ok, failed, parts, seconds, cpuSeconds } = result;
        results[step.name] = { name: step.name, commit, passed: ok, failed, parts, seconds, cpuSeconds };
        saveState();
        recordRun(tier, step.name, { commit, seconds: Math.round(seconds), failed });
        for (const part of parts)
          recordRun(tier, nameOfPart(step.name, part), { commit, seconds: part.seconds, failed: part.failed });
        if (failed > 0) reportFailure(step, result);
        else say(`${step.name}: ${ok} passed, ${Math.round(seconds)} s`);
      },
    },
  );
  quiet();
  finish({ chosen, results, notRun, commit, seed, begun, wasInterrupted: interrupt.signal.aborted });
}

function finish({ chosen, results, notRun, commit, seed, begun, wasInterrupted }) {
  const ended = chosen.flatMap(({ name }) => results[name] ?? []);
  const { passed, failed } = totalOf(ended);
  const logs = ended.filter((result) => result.failed > 0).map(({ name }) => ({ name, log: logOf({ name }) }));
  if (logs.length > 0) {
    console.log(
      linesOfFailures(logs.flatMap(({ name, log }) => failuresOfLog(readFileSync(log, 'utf8'), name))).join('\n'),
    );
    if (tier === 'verify') console.log(`\nGo on with: npm run verify -- --from ${logs[0].name}`);
  }
  const seconds = (Date.now() - begun) / 1000;
  const history = readHistory();
  const usualOf = (name) => usualSeconds(history, tier, name);
  const flaky = flakySteps(history, tier);
  console.log(`\n${table(ended, notRun, usualOf).join('\n')}\n${(seconds / 60).toFixed(1)} minutes, seed ${seed}`);
  if (flaky.length > 0) console.log(`Failed and passed at one commit, in their last ten runs: ${flaky.join(', ')}`);
  const isComplete = failed === 0 && notRun.length === 0 && !wasInterrupted;
  if (isComplete && options.page && !options.only && !options.since) {
    const subject = git('log', '-1', '--format=%s');
    const date = new Date().toISOString().slice(0, 10);
    const run = { commit, subject, date, node: process.version, cores: availableParallelism(), seed, seconds };
    writeFileSync(options.page, page(run, ended));
    console.log(`Written: ${options.page}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(isComplete ? 0 : 1);
}

await main();
