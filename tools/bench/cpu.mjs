// CPU seconds of processes, by what used them: the figure that other work on the machine does not touch.
import { readdirSync, readFileSync } from 'node:fs';

// Linux counts in hundredths of a second, on every machine that Node runs on.
const ticksPerSecond = 100;

/** What /proc tells of a process or thread; null when it has ended, or where there is no /proc. */
function statOf(path) {
  try {
    const text = readFileSync(`${path}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const seconds = (...places) => places.reduce((sum, place) => sum + Number(fields[place]), 0) / ticksPerSecond;
    return {
      name: text.slice(text.indexOf('(') + 1, end),
      parent: Number(fields[1]),
      own: seconds(11, 12),
      ofEndedChildren: seconds(13, 14),
    };
  } catch {
    return null;
  }
}

/** Threads of Node itself, beside its main thread; all others of a process are the engine's. */
const ofNode = /^(node|libuv-worker|V8Worker|DelayedTaskSche|SignalInspector|MainThread)/;

/** A process of Node: its main thread, its other threads, and the embedded engine. */
function ofService(pid) {
  const whole = statOf(`/proc/${pid}`);
  if (!whole) return null;
  let [main, workers] = [0, 0];
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const found = statOf(`/proc/${pid}/task/${thread}`);
    if (!found) continue;
    if (Number(thread) === pid) main = found.own;
    else if (ofNode.test(found.name)) workers += found.own;
  }
  return { main, workers, engine: Math.max(whole.own - main - workers, 0) };
}

/** A process with all those that it started. */
function ofFamily(pid) {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = new Map(processes.map((name) => [Number(name), statOf(`/proc/${name}`)]));
  const belongs = (id) => id === pid || (id > 1 && belongs(found.get(id)?.parent ?? 0));
  let sum = 0;
  for (const [id, stat] of found) if (stat && belongs(id)) sum += stat.own + stat.ofEndedChildren;
  return sum;
}

/**
 * Seconds that each part of a service has used so far; null where that cannot be told. What /proc does not tell apart
 * is told as a whole.
 */
export function cpuSeconds({ pid, databasePid, processes }) {
  try {
    if (processes) {
      return Object.fromEntries(
        processes().map(({ name, pids }) => [name, pids.map(ofFamily).reduce((a, b) => a + b)]),
      );
    }
    const service = pid && ofService(pid);
    if (!service) return null;
    return { ...service, PostgreSQL: ofFamily(databasePid) };
  } catch {
    return null;
  }
}

/** What was used between two readings; null when one is missing. */
export const cpuBetween = (before, after) =>
  before && after && Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]]));

const inWords = { main: 'main thread', workers: 'other threads of Node' };

/** CPU seconds for a thousand of something, part by part; the parts that use the most first. */
export function cpuPerThousand(cpu, count) {
  if (!cpu || count === 0) return 'not known';
  const per = (seconds) => ((seconds * 1000) / count).toPrecision(2);
  const parts = Object.entries(cpu).sort(([, one], [, other]) => other - one);
  const sum = parts.reduce((total, [, seconds]) => total + seconds, 0);
  return `${per(sum)} (${parts.map(([name, seconds]) => `${inWords[name] ?? name} ${per(seconds)}`).join(', ')})`;
}
