// npm run conformance [-- [--lint] [--filter TEXT] [--shard I/N] [--jobs N] [--junit FILE] [--json FILE] [--verbose] PATH ...]
// Plays scenarios (conformance/FORMAT.md) on any running service: BASE_URL (default http://127.0.0.1:3000), with its
// ADMIN_API_KEY. Without a path it plays all of conformance/scenarios.
//   --lint     only checks the scenario files
//   --filter   only scenarios whose file, name or features contain the text
//   --shard    plays the I-th of N even parts; every scenario is in exactly one, the same each time
//   --jobs     scenarios at a time; 2 by default
//   --junit    writes JUnit XML, a test case for each scenario
//   --json     writes the results as JSON
//   --verbose  names scenarios that pass, too
// Closes with `N passed, N failed`. Exit status: 0 all passed, 1 some failed, 2 could not run.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '@tollgate/harness/process';
import { type Entry, entriesOf, parseShard, shardOf } from './files.ts';
import { Player } from './player.ts';
import { junitOf, linesOfFolders, type Result } from './report.ts';
import type { Scenario } from './scenario.ts';
import { openInboxes } from './webhook-inbox.ts';

const { BASE_URL = 'http://127.0.0.1:3000', ADMIN_API_KEY = '', STEP_TIMEOUT_MS = '60000' } = process.env;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      lint: { type: 'boolean', default: false },
      filter: { type: 'string', default: '' },
      shard: { type: 'string', default: '1/1' },
      jobs: { type: 'string', default: '2' },
      junit: { type: 'string' },
      json: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const paths = positionals.length > 0 ? positionals : [join(repository, 'conformance', 'scenarios')];
  return { ...values, shard: parseShard(values.shard), jobs: Math.max(1, Number(values.jobs) || 1), paths };
}

/** Says why nothing can be played, and ends. */
function couldNotRun(reason: string): never {
  console.error(reason);
  process.exit(2);
}

function argumentsOrEnd(): ReturnType<typeof readArguments> {
  try {
    return readArguments();
  } catch (error) {
    return couldNotRun(error instanceof Error ? error.message : String(error));
  }
}

/** The error in words, with the code of a broken connection. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : undefined;
  return code ? `${error.message} (${String(code)})` : error.message;
}

async function resultOf(player: Player, { file, name, features }: Entry, scenario: Scenario): Promise<Result> {
  const begun = Date.now();
  const error = await player.play(scenario).then(() => undefined, reasonOf);
  return { file, name, features, ms: Date.now() - begun, ok: error === undefined, error };
}

interface Played {
  results: Result[];
  explained: Player['explained'];
}

async function playAll(entries: Entry[], { jobs, verbose }: { jobs: number; verbose: boolean }): Promise<Played> {
  const installation = {
    baseUrl: BASE_URL.replace(/\/$/, ''),
    adminApiKey: ADMIN_API_KEY,
    stepTimeoutMs: Number(STEP_TIMEOUT_MS),
  };
  const inboxes = await openInboxes();
  const player = new Player(installation, inboxes);
  const results: Result[] = [];
  const queue = [...entries];
  const worker = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      if (!entry.scenario) continue;
      const result = await resultOf(player, entry, entry.scenario);
      results.push(result);
      if (!result.ok) console.log(`FAIL ${result.file}: ${result.name}\n     ${result.error}`);
      else if (verbose) console.log(`ok   ${result.file}: ${result.name}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  inboxes.close();
  return { results, explained: player.explained };
}

const options = argumentsOrEnd();
const entries = shardOf(entriesOf(options.paths, options.filter), options.shard);
const broken = entries.flatMap(({ file, name, features, problem }): Result[] =>
  problem === undefined ? [] : [{ file, name: name ?? '', features, ms: 0, ok: false, error: problem }],
);
for (const { error } of broken) console.log(`BROKEN ${error}`);
if (options.lint) {
  console.log(`${entries.length - broken.length} scenarios well formed, ${broken.length} broken`);
  process.exit(broken.length > 0 ? 1 : 0);
}
if (!ADMIN_API_KEY) couldNotRun('ADMIN_API_KEY is not set');

const { results, explained } = await playAll(entries, options);
if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 1));
if (options.junit) writeFileSync(options.junit, junitOf([...broken, ...results]));
for (const line of linesOfFolders(results)) console.log(line);
const failed = results.filter(({ ok }) => !ok).length;
const { fees, invoices, recounted, usages, refused } = explained;
console.log(
  `explained: ${fees} fees (events of ${recounted} counted again), ${invoices} invoices, ${usages} usages; ${refused} keys may not read all of them`,
);
console.log(`${results.length - failed} passed, ${failed + broken.length} failed`);
process.exit(failed + broken.length > 0 ? 1 : 0);
