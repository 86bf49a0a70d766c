// The time of current usage with few and with many filters of a charge, whatever the number of its events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { say } from '@tollgate/harness/process';
import type { Benchmark } from './benchmark.ts';
import { inStoreWorker } from './store-worker.ts';
import type { Reading, Results, Tasks } from './usage-tasks.ts';

const numbersOfEvents = [1, 10_000];
const numbersOfFilters = [1, 100, 250, 500, 1000];

const measure = <Kind extends keyof Tasks>(kind: Kind, task: Tasks[Kind]): Promise<Results[Kind]> =>
  inStoreWorker('usage-worker.ts', { kind, ...task });

interface Measured extends Reading {
  events: number;
  filters: number;
}

async function measureAll(directory: string, times: number): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const events of numbersOfEvents) {
    await measure('fill', { directory, events });
    for (const filters of numbersOfFilters) {
      say(`Usage by filters: ${filters} filters, ${events.toLocaleString('en')} events`);
      const task = { directory, events, filters, raw: true, times, longest: 20_000 } as const;
      const reading = await measure('read', { ...task, aggregation: 'sum_agg', parts: 'plain' });
      measured.push({ ...reading, events, filters });
    }
  }
  return measured;
}

function table(measured: Measured[]): string {
  const cell = (events: number, filters: number) =>
    measured.find((each) => each.events === events && each.filters === filters)?.p50.toFixed(1) ?? '';
  const headings = ['filters', ...numbersOfEvents.map((events) => `${events.toLocaleString('en')} events, p50`)];
  const lines = numbersOfFilters.map((filters) => [
    filters.toLocaleString('en'),
    ...numbersOfEvents.map((events) => cell(events, filters)),
  ]);
  return [headings, headings.map(() => '---:'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

export const usageFilters: Benchmark = async (_service, size) => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-bench-filters-'));
  try {
    const measured = await measureAll(directory, size.reads);
    const last = measured.at(-1);
    if (!last) throw new Error('nothing was measured');
    const few = measured.find(({ events, filters }) => events === last.events && filters === 1);
    return {
      name: 'usage-filters',
      title: `Usage of a charge with ${last.filters.toLocaleString('en')} filters, p50`,
      value: last.p50,
      unit: ' ms',
      target: 100,
      atLeast: false,
      notes: `${last.events.toLocaleString('en')} events, read from the events; ${(last.p50 / (few?.p50 ?? NaN)).toFixed(1)} times the time with one filter`,
      details: `## Usage by filters\nMilliseconds of \`UsageReader.aggregateRaw\` for one charge over a month, in a process of its own.\n\n${table(measured)}\n`,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
