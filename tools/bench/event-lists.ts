// The response times of lists of events, as the usage store answers them, among many events of one organization.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '@tollgate/harness/process';
import type { Benchmark } from './benchmark.ts';
import type { Measured, Task, TimedList } from './event-lists-tasks.ts';
import { inStoreWorker } from './store-worker.ts';

const timesOfEach = 25;

const table = (lists: TimedList[]): string =>
  [
    '| list | total_count | p50, ms | p95, ms |',
    '|---|---:|---:|---:|',
    ...lists.map(
      ({ name, total, p50, p95 }) =>
        `| ${name} | ${total.toLocaleString('en')} | ${p50.toFixed(0)} | ${p95.toFixed(0)} |`,
    ),
  ].join('\n');

export const eventLists: Benchmark = async (_service, { scale: events }) => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-bench-event-lists-'));
  try {
    const task: Task = { directory, events, times: timesOfEach };
    const { firstPages, others, judgementSeconds } = await inStoreWorker<Measured>(
      'event-lists-worker.ts',
      task,
      (text) => say(`Lists of events: ${text}`),
    );
    const slowest = firstPages.reduce((one, other) => (other.p95 > one.p95 ? other : one));
    return {
      name: 'event-lists',
      title: `First pages of lists of events over ${events.toLocaleString('en')} events, slowest p95`,
      value: slowest.p95,
      unit: ' ms',
      target: 150,
      atLeast: false,
      notes: `the slowest is ${slowest.name}; a judgement of one of 20 codes took ${judgementSeconds.toFixed(1)} s`,
      details: `## Lists of events\nMilliseconds of ${timesOfEach} calls each to the usage store, in a process of its own, among ${events.toLocaleString('en')} events of 1,000\nsubscriptions and 20 codes in four weeks. Lists of errors are those of the last week.\n\n${table([...firstPages, ...others])}\n`,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
