// Steps of the suites of `npm test` and `npm run test:cluster`: counts each, and lists the failed tests at the end.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository, say } from './harness/process.ts';
import { failuresOfJest, failuresOfOutput, linesOfFailures } from './failures.mjs';

export const passed = { passed: 1, failed: 0 };
const failed = { passed: 0, failed: 1 };

/** Runs a Node program and shows its output; returns its exit code, or the signal that ended it, and the output. */
export function show(args, env = {}) {
  const child = spawn(process.execPath, args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    process.stdout.write(data);
  });
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ status: code ?? signal, output })));
}

/** The counts, where a bad exit without counted failures counts as one failure. */
export const counted = (counts, status) => (status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

/** A program that is one test by itself. */
export const succeeds = async (args) => counted(passed, (await show(args)).status);

/** A program that closes with `N passed, N failed`. */
export async function counting(args, env) {
  const { status, output } = await show(args, env);
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  return counted({ passed: Number(found?.[1] ?? 0), failed: Number(found?.[2] ?? 0) }, status);
}

/**
 * Runs Jest with one of the configurations at the root, and writes its report below `directory`.
 * @param paths patterns of the paths to run; absent: all
 * @param mayBeEmpty whether none of them need be one of the configuration
 */
export async function jest(config, { directory, env, paths = /** @type {string[]} */ ([]), mayBeEmpty = false }) {
  const file = join(directory, `${config}.json`);
  const options = `${process.env.NODE_OPTIONS ?? ''} --no-warnings`.trim();
  const args = [
    join('node_modules', 'jest', 'bin', 'jest.js'),
    '--config',
    config,
    '--json',
    '--outputFile',
    file,
    ...(mayBeEmpty ? ['--passWithNoTests'] : []),
    ...paths,
  ];
  const { status } = await show(args, { ...env, NODE_OPTIONS: options });
  if (!existsSync(file)) throw new Error(`jest ended with ${status} and left no report`);
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    failures: failuresOfJest(report, repository),
  };
  return counted(counts, status);
}

/**
 * The integration tests as two steps of a suite. Tests with their own organizations run several at once, then tests of
 * the whole installation one at a time.
 * @param paths patterns of their paths; absent: all
 */
export async function integration(suite, { directory, env, paths = /** @type {string[]} */ ([]) }) {
  const play = (config) => jest(config, { directory, env, paths, mayBeEmpty: paths.length > 0 });
  await suite.step('integration tests', () => play('jest.integration.config.mjs'));
  await suite.step('integration tests, one after another', () => play('jest.integration.serial.config.mjs'));
}

/** Captures all standard output during some work, from this program or from shown ones. */
async function overheard(work) {
  const write = process.stdout.write;
  let output = '';
  process.stdout.write = (chunk, ...rest) => {
    output += chunk;
    return write.call(process.stdout, chunk, ...rest);
  };
  try {
    return { counts: await work(), output };
  } catch (error) {
    console.log(`FAILED  ${error.stack}`);
    return { counts: failed, output };
  } finally {
    process.stdout.write = write;
  }
}

/** Steps with their counts and failures. */
export class Suite {
  #total = { passed: 0, failed: 0 };
  #summary = [];
  #failures = [];

  get hasFailed() {
    return this.#total.failed > 0;
  }

  /** Runs a step, whose work returns its counts; returns whether nothing failed. */
  async step(name, work) {
    say(`--- ${name}`);
    const { counts, output } = await overheard(work);
    this.#total.passed += counts.passed;
    this.#total.failed += counts.failed;
    this.#summary.push(`${name}: ${counts.passed} passed, ${counts.failed} failed`);
    if (counts.failed === 0) return true;
    const failures = counts.failures?.length > 0 ? counts.failures : failuresOfOutput(output);
    const unnamed = { name: `FAILED  ${name}, which names nothing`, details: [] };
    this.#failures.push(...(failures.length > 0 ? failures : [unnamed]));
    return false;
  }

  /** Lists the failures, closes with `N passed, N failed` and ends the process. */
  finish() {
    const lines = [...linesOfFailures(this.#failures), '', ...this.#summary];
    console.log(`\n${lines.join('\n')}\n${this.#total.passed} passed, ${this.#total.failed} failed`);
    process.exit(this.hasFailed ? 1 : 0);
  }
}
