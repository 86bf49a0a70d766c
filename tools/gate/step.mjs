// One step as a process: its log, its limit, its counts, and its cost.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a stopped step may take to stop its own children. */
const graceMs = 60_000;

/** Bash sums the CPU time of a command and all its children. */
const timedCommand = 'file=$1; shift; "$@"; status=$?; times >"$file"; exit $status';

const seconds = (text) => {
  const [, minutes, rest] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [undefined, 0, 0];
  return Number(minutes) * 60 + Number(rest);
};

/** @returns the CPU seconds, user and system, of the second line that `times` writes; 0 without output */
export function cpuSecondsOf(text) {
  const [, children = ''] = text.split('\n');
  return children
    .split(' ')
    .filter(Boolean)
    .reduce((sum, each) => sum + seconds(each), 0);
}

/**
 * A step's counts: its last line of `N passed, N failed`; without such a line, the step is one test.
 * @param status its exit code, or the signal that ended it
 */
export function countsOf(output, status) {
  const lastCounts = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  if (!lastCounts) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const counts = { passed: Number(lastCounts[1]), failed: Number(lastCounts[2]) };
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The parts of a step, such as acts of `chaos`: its lines `NAME: N passed, N failed, N s`. */
export const partsOf = (output) =>
  [...output.matchAll(/^([a-z][a-z-]*): (\d+) passed, (\d+) failed, (\d+) s$/gm)].map(
    ([, name, passed, failed, seconds]) => ({
      name,
      passed: Number(passed),
      failed: Number(failed),
      seconds: Number(seconds),
    }),
  );

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Whether a group still has a process; an ended one that was not waited for counts. */
function isRunning(group) {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** The last line of a log with any text, for progress. */
export const lastLine = (log) => read(log).trimEnd().split('\n').at(-1)?.slice(0, 150) ?? '';

/**
 * Begins a step.
 * @param command program and arguments
 * @param minutes its limit
 * @param grace milliseconds from the stop request to the forced end
 * @returns `{ ended, stop() }`; `ended` resolves to `{ passed, failed, parts, seconds, cpuSeconds, timedOut, status }`
 */
export function beginStep({ command, minutes, log, cwd, env = {}, grace = graceMs }) {
  mkdirSync(dirname(log), { recursive: true });
  const timesFile = `${log}.times`;
  const output = openSync(log, 'w');
  const begun = performance.now();
  const child = spawn('bash', ['-c', timedCommand, 'step', timesFile, ...command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  let timedOut = false;
  let stoppedAt;
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // It has ended.
    }
  };
  const stop = () => {
    stoppedAt ??= performance.now();
    signal('SIGTERM');
  };
  /** The shell ends at once, its children may not: no process of a stopped step may remain. */
  const groupEnds = async () => {
    const until = async (end) => {
      while (isRunning(child.pid) && performance.now() < end) await sleep(50);
    };
    await until(stoppedAt + grace);
    signal('SIGKILL');
    await until(performance.now() + 5_000);
  };
  const limit = setTimeout(() => {
    timedOut = true;
    stop();
  }, minutes * 60_000);
  const ended = new Promise((resolve) => {
    const over = async (status) => {
      clearTimeout(limit);
      if (stoppedAt !== undefined) await groupEnds();
      const cpuSeconds = cpuSecondsOf(read(timesFile));
      rmSync(timesFile, { force: true });
      const text = read(log);
      resolve({
        ...countsOf(text, status),
        parts: partsOf(text),
        status,
        timedOut,
        cpuSeconds,
        seconds: (performance.now() - begun) / 1000,
      });
    };
    child.once('error', (error) => void over(error.message));
    child.once('close', (code, name) => void over(code ?? name));
  });
  return { ended, stop };
}
