// One step as a process: its log, its limit, what it counted, and what it cost.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a step that was asked to stop may take to stop its own children. */
const graceMs = 60_000;

/** Bash adds up what a command and all that it waited for cost. */
const measured = 'file=$1; shift; "$@"; status=$?; times >"$file"; exit $status';

const seconds = (text) => {
  const [, minutes, rest] = /^(\d+)m([\d.]+)s$/.exec(text) ?? [undefined, 0, 0];
  return Number(minutes) * 60 + Number(rest);
};

/** @returns the CPU seconds, user and system, of the second line that `times` writes; 0 where it wrote none */
export function cpuSecondsOf(text) {
  const [, children = ''] = text.split('\n');
  return children
    .split(' ')
    .filter(Boolean)
    .reduce((sum, each) => sum + seconds(each), 0);
}

/**
 * What a step counted: its last line of `N passed, N failed`; without one, it is one test by itself.
 * @param status its exit code, or the signal that ended it
 */
export function countsOf(output, status) {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  if (!found) return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const counts = { passed: Number(found[1]), failed: Number(found[2]) };
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Whether any process of a group is left; one that ended and was not waited for counts. */
function isLeft(group) {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** The last line of a log that says something, for progress. */
export const lastLine = (log) => read(log).trimEnd().split('\n').at(-1)?.slice(0, 150) ?? '';

/**
 * Begins a step.
 * @param command program and arguments
 * @param minutes its limit
 * @param grace milliseconds from the request to stop to the end by force
 * @returns `{ ended, stop() }`; `ended` answers `{ passed, failed, seconds, cpuSeconds, timedOut, status }`
 */
export function beginStep({ command, minutes, log, cwd, env = {}, grace = graceMs }) {
  mkdirSync(dirname(log), { recursive: true });
  const timesFile = `${log}.times`;
  const output = openSync(log, 'w');
  const begun = performance.now();
  const child = spawn('bash', ['-c', measured, 'step', timesFile, ...command], {
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
  /** The shell ends at once, what it began may not: nothing of a stopped step may stay behind it. */
  const groupEnds = async () => {
    const until = async (end) => {
      while (isLeft(child.pid) && performance.now() < end) await sleep(50);
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
      resolve({
        ...countsOf(read(log), status),
        status,
        timedOut,
        cpuSeconds,
        seconds: (performance.now() - begun) / 1000,
      });
    };
    child.once('error', (error) => over(error.message));
    child.once('close', (code, name) => over(code ?? name));
  });
  return { ended, stop };
}
