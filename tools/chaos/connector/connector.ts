// A connector copies ten kinds of objects by the feed of changes, and a second one by its stream. Writers make, change and
// delete objects meanwhile. The service is killed again and again, and so are the connectors. At the end each copy has
// exactly the objects of the lists: nothing is missing, nothing is there twice, and nothing is stale.
//   --writes N   calls that write
//   --kills N    kills of the service, and as many of the connectors
//   --writers N  programs that write at once
//   --seconds N  the writers end after that, and their number of calls fails
// A long one: npm run test:chaos -- connector --writes 100000 --kills 20 --seconds 3000
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { managedProcess, type ManagedProcess, say, waitFor } from '@tollgate/harness/process';
import type { Standalone } from '@tollgate/harness/standalone';
import { act } from '../act.ts';
import type { Stage } from '../stage.ts';
import { Random } from '../storm/random.ts';
import { differences, type Originals, readOriginals } from './comparison.ts';
import { copiedTypes } from './kinds.ts';
import type { ConnectorSettings } from './program.ts';
import { type Setting, Writer } from './writers.ts';
import { Warehouse } from './warehouse.ts';

/** How long the copies may take to become complete after the last write. */
const longestRestMs = 300_000;
const progressEveryMs = 10_000;

interface Sizes {
  writes: number;
  kills: number;
  writers: number;
  seconds: number;
}

interface Connector {
  by: ConnectorSettings['by'];
  process: ManagedProcess;
  warehouse: Warehouse;
}

async function startConnector(stage: Stage, service: Standalone, api: Api, by: Connector['by']): Promise<Connector> {
  const url = await stage.database();
  const { next_cursor: cursor } = await api.ok<{ next_cursor: string }>('GET', '/api/v1/changes?since=latest');
  await Warehouse.make(url, cursor);
  const settings: ConnectorSettings = { baseUrl: service.baseUrl, key: api.key, warehouse: url, by };
  const process = managedProcess({
    name: `connector by ${by}`,
    command: globalThis.process.execPath,
    args: [fileURLToPath(new URL('program.ts', import.meta.url))],
    env: { CONNECTOR: JSON.stringify(settings) },
    log: join(service.dir, `connector-${by}.log`),
  });
  const warehouse = await Warehouse.open(url);
  stage.atEnd(() => warehouse.close());
  stage.atEnd(() => process.stop());
  await process.start();
  return { by, process, warehouse };
}

async function prepare(api: Api): Promise<Setting> {
  const metric = await api.create<{ svc_id: string }>('/api/v1/billable_metrics', 'billable_metric', {
    name: 'Calls',
    code: 'calls',
    aggregation_type: 'count_agg',
  });
  const addOn = { name: 'Setup', code: 'setup', amount_cents: 100, amount_currency: 'EUR' };
  await api.create('/api/v1/add_ons', 'add_on', addOn);
  return { metricId: metric.svc_id, addOnCode: addOn.code };
}

const sumOf = (writers: readonly Writer[]) => writers.reduce((sum, { writes }) => sum + writes, 0);

/** Kills the service, and in between the connectors, evenly over the writes. @param isOver whether all writers have ended */
async function killSometimes(
  service: Standalone,
  connectors: Connector[],
  { written, isOver, writes, kills }: Pick<Sizes, 'writes' | 'kills'> & { written(): number; isOver(): boolean },
): Promise<number> {
  let done = 0;
  const from = written();
  for (let kill = 0; kill < 2 * kills; kill++) {
    const due = from + ((writes - from) * (kill + 1)) / (2 * kills + 1);
    await waitFor('a part of the writes', () => written() >= due || isOver(), { timeoutMs: 86_400_000, everyMs: 20 });
    if (isOver()) return done;
    if (kill % 2 === 0) await service.crash();
    else for (const { process } of connectors) await process.kill('SIGKILL').then(() => process.start());
    done++;
  }
  return done;
}

/** Waits until the copies are complete. Each difference at the end is a problem. */
async function checkCopies(stage: Stage, connectors: Connector[], originals: () => Promise<Originals>): Promise<void> {
  const { report } = stage;
  let read: Originals | undefined;
  let found: string[][] = [];
  const areEqual = async () => {
    read = await originals();
    found = await Promise.all(connectors.map(({ warehouse }) => differences(warehouse, read as Originals)));
    return found.every((problems) => problems.length === 0);
  };
  await waitFor('the copies', areEqual, { timeoutMs: longestRestMs, everyMs: 1_000 }).catch(() => undefined);
  report.check('the lists have what the tables have', read?.problems ?? ['they were not read']);
  for (const [index, { by, warehouse }] of connectors.entries()) {
    const entries = await warehouse.entryCount();
    report.check(
      `the copy by ${by} has the ${read?.count} objects of the lists as they are, from ${entries} entries`,
      found[index] ?? ['it was not compared'],
    );
    report.check(`each object begins and ends once in the entries by ${by}`, await warehouse.brokenLives());
  }
}

async function follow(stage: Stage, { writes, kills, writers: count, seconds }: Sizes): Promise<void> {
  const { report } = stage;
  const service = await stage.service();
  const { api, id } = await newOrganization(service, { name: 'Copied', default_currency: 'EUR' });
  const connectors = [
    await startConnector(stage, service, api, 'pages'),
    await startConnector(stage, service, api, 'stream'),
  ];
  const setting = await prepare(api);
  const random = new Random(stage.seed);
  const writers = Array.from({ length: count }, (_, index) => {
    const name = `w${index}`;
    return new Writer(api, name, random.of(name), setting);
  });
  const end = Date.now() + seconds * 1000;
  const isOver = () => sumOf(writers) >= writes || Date.now() >= end;
  const progress = setInterval(() => {
    void Promise.all(connectors.map(({ warehouse }) => warehouse.entryCount())).then(
      (entries) => say(`${sumOf(writers)} of ${writes} writes, ${entries.join(' and ')} entries copied`),
      () => undefined,
    );
  }, progressEveryMs);
  stage.atEnd(() => clearInterval(progress));
  const killing = killSometimes(service, connectors, { written: () => sumOf(writers), isOver, writes, kills });
  killing.catch(() => undefined);
  await Promise.all(writers.map((writer) => writer.run(isOver)));
  const killed = await killing;
  report.line(sumOf(writers) >= writes, `${sumOf(writers)} writes of ${copiedTypes.length} kinds, ${killed} kills`);
  report.check('every write got a proper answer', writers.flatMap(({ faults }) => faults).slice(0, 20));
  await checkCopies(stage, connectors, () => readOriginals(api, service.databaseUrl, id));
}

export const connector = act({
  name: 'connector',
  options: { writes: '5000', kills: '5', writers: '8', seconds: '900' },
  play: (stage, { writes, kills, writers, seconds }) =>
    follow(stage, {
      writes: Number(writes),
      kills: Number(kills),
      writers: Number(writers),
      seconds: Number(seconds),
    }),
});
