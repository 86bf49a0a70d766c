// The time of current usage with few and with many events of one subscription, from rollups and from events.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from '../harness/process.ts';

const worker = fileURLToPath(new URL('usage.mjs', import.meta.url));
const smallerSizes = [10_000, 1_000_000, 10_000_000];
const aggregations = ['count_agg', 'sum_agg', 'max_agg', 'latest_agg', 'unique_count_agg', 'weighted_sum_agg'];
const milliseconds = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1));

/** Runs one task in its own process, whose engine starts with empty caches. */
function measure(task) {
  const child = fork(worker, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    let answer = {};
    child.once('message', (message) => (answer = message));
    child.once('error', reject);
    child.once('exit', (code) =>
      answer.result
        ? resolve(answer.result)
        : reject(new Error(answer.failed ?? `the measurement ended with code ${code}`)),
    );
    child.send(task);
  });
}

async function measureSize(directory, events, { reads }) {
  say(`Usage at scale: storing ${events.toLocaleString('en')} events of one subscription`);
  await measure({ kind: 'fill', directory, events });
  const cases = aggregations.flatMap((aggregation) => ['plain', 'grouped'].map((parts) => ({ aggregation, parts })));
  say('Usage at scale: reading events');
  const results = [];
  for (const each of cases)
    results.push({
      ...each,
      events,
      raw: await measure({ kind: 'read', directory, events, ...each, raw: true, times: reads, longest: 4000 }),
    });
  say('Usage at scale: making rollups');
  const rollups = await measure({ kind: 'make', directory, events });
  say('Usage at scale: reading rollups');
  for (const each of results) {
    const { aggregation, parts } = each;
    each.rolled = await measure({
      kind: 'read',
      directory,
      events,
      aggregation,
      parts,
      raw: false,
      times: reads,
      longest: 20_000,
    });
    if (each.rolled.answer !== each.raw.answer)
      throw new Error(
        `${aggregation} of ${events} events: rollups say ${each.rolled.answer}, events ${each.raw.answer}`,
      );
  }
  return { events, results, rollups };
}

function table(measured) {
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
function growth([smallest, ...larger]) {
  const largest = larger.at(-1) ?? smallest;
  return largest.results.map((each, index) => each.rolled.p50 / smallest.results[index].rolled.p50);
}

export async function usageScale(_service, size) {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-bench-usage-'));
  try {
    const measured = [];
    for (const events of [...smallerSizes.filter((each) => each < size.scale), size.scale])
      measured.push(await measureSize(directory, events, size));
    const last = measured.at(-1);
    const times = growth(measured);
    return {
      name: 'usage-scale',
      title: `Usage over ${last.events.toLocaleString('en')} events out of rollups, worst p99`,
      value: Math.max(...last.results.map(({ rolled }) => rolled.p99)),
      unit: ' ms',
      target: 100,
      atLeast: false,
      notes: `of every aggregation with and without filters and groups; medians are ${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)} times those with ${measured[0].events.toLocaleString('en')} events; the rollups of ${last.rollups.shapes} shapes of the month were made in ${last.rollups.seconds.toFixed(0)} s`,
      details: `## Usage at scale\nMilliseconds of \`UsageReader.aggregate\` for one charge over a month, in a process of its own. *Cold* is the first query of an engine\nthat was just started: *events, cold* is also what the first query takes before there are rollups. Medians of events at\nthe largest size are of few queries. Every answer out of rollups was compared with the one out of events.\n\n${table(measured)}\n`,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
