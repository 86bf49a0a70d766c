// The time of current usage with few and with many events of one subscription, from rollups and from events.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aggregations, type Query, type Reading, type Results, type Tasks } from './usage-tasks.ts';
import type { Benchmark } from './benchmark.ts';
import { inStoreWorker } from './store-worker.ts';
import { say } from '@tollgate/harness/process';

const smallerSizes = [10_000, 1_000_000, 10_000_000];
const milliseconds = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);

const measure = <Kind extends keyof Tasks>(kind: Kind, task: Tasks[Kind]): Promise<Results[Kind]> =>
  inStoreWorker('usage-worker.ts', { kind, ...task });

/** Reading of one aggregation, from events and from rollups. */
interface Comparison extends Query {
  raw: Reading;
  rolled: Reading;
}

interface MeasuredSize {
  events: number;
  results: Comparison[];
  rollups: Results['make'];
}

async function measureSize(directory: string, events: number, reads: number): Promise<MeasuredSize> {
  const stored = { directory, events };
  say(`Usage at scale: storing ${events.toLocaleString('en')} events of one subscription`);
  await measure('fill', stored);
  const queries = aggregations.flatMap((aggregation): Query[] => [
    { aggregation, parts: 'plain' },
    { aggregation, parts: 'grouped' },
  ]);
  say('Usage at scale: reading events');
  const fromEvents: Omit<Comparison, 'rolled'>[] = [];
  for (const query of queries) {
    const raw = await measure('read', { ...stored, ...query, raw: true, times: reads, longest: 4000 });
    fromEvents.push({ ...query, raw });
  }
  say('Usage at scale: making rollups');
  const rollups = await measure('make', stored);
  say('Usage at scale: reading rollups');
  const results: Comparison[] = [];
  for (const { aggregation, parts, raw } of fromEvents) {
    const query = { aggregation, parts, raw: false, times: reads, longest: 20_000 };
    const rolled = await measure('read', { ...stored, ...query });
    if (rolled.answer !== raw.answer)
      throw new Error(`${aggregation} of ${events} events: rollups say ${rolled.answer}, events ${raw.answer}`);
    results.push({ aggregation, parts, raw, rolled });
  }
  return { events, results, rollups };
}

function table(measured: MeasuredSize[]): string {
  const headings = [
    'events',
    'aggregation',
    'filters and groups',
    'events, cold',
    'events, p50',
    'rollups, cold',
    'rollups, p50',
    'rollups, p99',
  ];
  const lines = measured.flatMap(({ events, results }) =>
    results.map(({ aggregation, parts, raw, rolled }) => [
      events.toLocaleString('en'),
      `\`${aggregation}\``,
      parts === 'grouped' ? 'yes' : 'no',
      ...[raw.cold, raw.p50, rolled.cold, rolled.p50, rolled.p99].map(milliseconds),
    ]),
  );
  return [headings, headings.map((_, i) => (i < 3 ? '---' : '---:')), ...lines]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n');
}

/** Growth from the smallest to the largest size for each aggregation, as a ratio of medians. */
function growth(smallest: MeasuredSize, largest: MeasuredSize): number[] {
  return largest.results.map((each, index) => each.rolled.p50 / (smallest.results[index]?.rolled.p50 ?? NaN));
}

export const usageScale: Benchmark = async (_service, size) => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-bench-usage-'));
  try {
    const measured: MeasuredSize[] = [];
    for (const events of [...smallerSizes.filter((each) => each < size.scale), size.scale])
      measured.push(await measureSize(directory, events, size.reads));
    const [first] = measured;
    const last = measured.at(-1);
    if (!first || !last) throw new Error('nothing was measured');
    const times = growth(first, last);
    return {
      name: 'usage-scale',
      title: `Usage over ${last.events.toLocaleString('en')} events out of rollups, worst p99`,
      value: Math.max(...last.results.map(({ rolled }) => rolled.p99)),
      unit: ' ms',
      target: 100,
      atLeast: false,
      notes: `of every aggregation with and without filters and groups; medians are ${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} times those with ${first.events.toLocaleString('en')} events; the rollups of ${last.rollups.shapes} shapes of the month were made in ${last.rollups.seconds.toFixed(0)} s`,
      details: `## Usage at scale\nMilliseconds of \`UsageReader.aggregate\` for one charge over a month, in a process of its own. *Cold* is the first query of an engine\nthat was just started: *events, cold* is also what the first query takes before there are rollups. Medians of events at\nthe largest size are of few queries. Every answer out of rollups was compared with the one out of events.\n\n${table(measured)}\n`,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};
