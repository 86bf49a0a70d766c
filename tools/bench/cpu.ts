// CPU seconds of processes, by part: other work on the machine does not affect this figure.
import { readdirSync, readFileSync } from 'node:fs';

import type { Cpu, MeasuredService } from './benchmark.ts';

// Linux counts in hundredths of a second, on every machine that Node runs on.
const ticksPerSecond = 100;

interface Stat {
  name: string;
  parent: number;
  /** Seconds. */
  own: number;
  ofEndedChildren: number;
}

/** Reads /proc of a process or thread; null after its end, or where there is no /proc. */
function statOf(path: string): Stat | null {
  try {
    const text = readFileSync(`${path}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const seconds = (...places: number[]): number =>
      places.reduce((sum, place) => sum + Number(fields[place]), 0) / ticksPerSecond;
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

/** Threads of Node besides its main thread; all other threads of a process belong to the engine. */
const ofNode = /^(node|libuv-worker|V8Worker|DelayedTaskSche|SignalInspector|MainThread)/;

/** A process of Node: its main thread, its other threads, and the embedded engine. */
function ofService(pid: number): Record<'main' | 'workers' | 'engine', number> | null {
  const whole = statOf(`/proc/${pid}`);
  if (!whole) return null;
  let main = 0;
  let workers = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const found = statOf(`/proc/${pid}/task/${thread}`);
    if (!found) continue;
    if (Number(thread) === pid) main = found.own;
    else if (ofNode.test(found.name)) workers += found.own;
  }
  return { main, workers, engine: Math.max(whole.own - main - workers, 0) };
}

/** A process with all its descendants. */
function ofFamily(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = new Map(processes.map((name) => [Number(name), statOf(`/proc/${name}`)]));
  const belongs = (id: number): boolean => id === pid || (id > 1 && belongs(found.get(id)?.parent ?? 0));
  let sum = 0;
  for (const [id, stat] of found) if (stat && belongs(id)) sum += stat.own + stat.ofEndedChildren;
  return sum;
}

/**
 * CPU seconds of each part of a service so far; null if unknown. Parts that /proc does not separate are reported
 * together.
 */
export function cpuSeconds({ pid, databasePid, processes }: MeasuredService): Cpu {
  try {
    if (processes) {
      return Object.fromEntries(
        processes().map(({ name, pids }) => [name, pids.map(ofFamily).reduce((a, b) => a + b, 0)]),
      );
    }
    const service = pid ? ofService(pid) : null;
    if (!service || databasePid === undefined) return null;
    return { ...service, PostgreSQL: ofFamily(databasePid) };
  } catch {
    return null;
  }
}

/** CPU use between two readings; null if one is missing. */
export const cpuBetween = (before: Cpu, after: Cpu): Cpu =>
  before &&
  after &&
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? NaN)]));

const inWords: Record<string, string> = { main: 'main thread', workers: 'other threads of Node' };

/** CPU seconds per thousand items, by part; the largest parts first. */
export function cpuPerThousand(cpu: Cpu, count: number): string {
  if (!cpu || count === 0) return 'not known';
  const per = (seconds: number): string => ((seconds * 1000) / count).toPrecision(2);
  const parts = Object.entries(cpu).sort(([, one], [, other]) => other - one);
  const sum = parts.reduce((total, [, seconds]) => total + seconds, 0);
  return `${per(sum)} (${parts.map(([name, seconds]) => `${inWords[name] ?? name} ${per(seconds)}`).join(', ')})`;
}
