// node tools/cluster/topics.ts
// An event source reads a topic of Kafka while its process is killed by SIGKILL again and again. Every message must be one
// event, with an identifier or without, older than the source or newer. Those that were written twice count once. On its
// own, the file does so on a standalone service, with a broker that is killed as well.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Api, newOrganization } from '@tollgate/harness/api';
import { equal } from '@tollgate/harness/expect';
import { sleep, waitFor } from '@tollgate/harness/process';
import { type Counts, Report } from '@tollgate/harness/report';
import type { Service, Standalone } from '@tollgate/harness/standalone';
import kafkajs, { type Producer } from 'kafkajs';
import type { Cluster, Part } from './parts.ts';

/** Where a topic is read: a service, the process that reads, and the brokers. */
interface Stage {
  service: Service;
  reader: Pick<Part, 'kill' | 'start'>;
  brokers: string[];
  /** A broker that may be killed. */
  broker?: Pick<Part, 'kill' | 'start'>;
}

interface Source {
  refused: number;
  last_error: string | null;
  kafka: { error: string | null };
}

const messages = 3_000;
const atOnce = 100;
const kills = 3;
/** The broker compresses each part of the messages in another way. */
const compressions = ['lz4', 'snappy', 'zstd', 'gzip'];
const patience = { timeoutMs: 180_000 };
const unreadable = '{';

/** Each third message has no identifier of its own. */
const textOf = (number: number): string =>
  JSON.stringify({ tenant: 'sub-1', number, ...(number % 3 === 0 ? {} : { id: `m${number}` }) });

/** Writes messages; each fifth part of them again, as producers do after a lost answer. */
async function write(producer: Producer, topic: string, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += atOnce) {
    const texts = Array.from({ length: Math.min(atOnce, to - first) }, (_, place) => textOf(first + place));
    const again = texts.filter((text) => text.includes('"id"')).slice(0, atOnce / 5);
    await producer.send({ topic, messages: [...texts, ...again].map((value) => ({ value })) });
  }
}

async function createSource(api: Api, topic: string, brokers: string[]): Promise<void> {
  await api.create('/api/v1/event_sources', 'event_source', {
    code: 'topic',
    name: 'Topic',
    kind: 'kafka',
    kafka: { brokers, topic, tls: false },
    rules: [{ code: 'message', subscription: 'tenant', properties: [{ name: 'number', path: 'number' }] }],
  });
}

const readSource = async (api: Api): Promise<Source> =>
  (await api.ok<{ event_source: Source }>('GET', '/api/v1/event_sources/topic')).event_source;

const countEvents = async (api: Api): Promise<number> =>
  (await api.ok<{ meta: { total_count: number } }>('GET', '/api/v1/events?per_page=1')).meta.total_count;

/** @throws Error unless each number is that of one event */
async function compare(api: Api): Promise<void> {
  const events = await api.pages<{ properties: { number: number } }>('/api/v1/events', 'events');
  equal('the number of events', events.length, messages);
  const numbers = events.map(({ properties }) => Number(properties.number)).sort((one, other) => one - other);
  equal(
    'the numbers of messages without one event each',
    numbers.filter((number, place) => number !== place),
    [],
  );
}

/** @returns the problems of messages that were lost or counted twice */
async function play({ service, reader, brokers, broker }: Stage): Promise<void> {
  const { api } = await newOrganization(service, { name: 'Topics' });
  const kafka = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING, retry: { retries: 20 } });
  const topic = `usage-${Date.now()}`;
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic, numPartitions: 3 }] });
  const compress = (part: number) =>
    admin.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: kafkajs.ConfigResourceTypes.TOPIC,
          name: topic,
          configEntries: [{ name: 'compression.type', value: compressions[part] ?? 'uncompressed' }],
        },
      ],
    });
  const producer = kafka.producer();
  await producer.connect();
  const part = messages / (kills + 1);
  await compress(0);
  await write(producer, topic, 0, part);
  await createSource(api, topic, brokers);
  for (let kill = 1; kill <= kills; kill++) {
    await waitFor('events before the kill', async () => (await countEvents(api)) > 0, patience);
    await compress(kill);
    // The kill falls among messages that are read while they are written.
    const written = write(producer, topic, kill * part, (kill + 1) * part);
    await sleep(Math.random() * 500);
    await reader.kill('SIGKILL');
    if (kill === 2 && broker) {
      await written;
      await broker.kill('SIGKILL');
      await reader.start();
      await waitFor('the fault', async () => (await readSource(api)).kafka.error === 'brokers_unreachable', patience);
      await broker.start();
    } else await reader.start();
    await written;
  }
  await producer.send({ topic, messages: [{ value: unreadable }] });
  await producer.disconnect();
  await admin.disconnect();
  await waitFor('all events', async () => (await countEvents(api)) >= messages, patience);
  await waitFor('the refused message', async () => (await readSource(api)).refused > 0, patience);
  await compare(api);
  await waitFor('the end of the fault', async () => (await readSource(api)).kafka.error === null, patience);
  const refusals = await api.pages<{ errors: unknown }>(
    '/api/v1/event_sources/topic/refusals',
    'event_source_refusals',
  );
  equal(
    'the refused messages',
    refusals.map(({ errors }) => errors),
    [{ base: ['json_is_invalid'] }],
  );
  await api.ok('DELETE', '/api/v1/event_sources/topic');
}

/** The brokers of a cluster are its own, so none of them is killed. */
export const stageOf = (cluster: Cluster): Stage => ({
  service: cluster,
  reader: cluster.services.ingestion,
  brokers: cluster.env.KAFKA_BROKERS.split(','),
});

/** Reads a topic of the brokers while the process that reads is killed. */
export async function topics(stage: Stage): Promise<Counts> {
  const report = new Report();
  await report.attempt('each message of a topic is one event, while its reader is killed', () => play(stage));
  return report.counts;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [{ start }, { startStandalone }] = [await import('./kafka.ts'), await import('@tollgate/harness/standalone')];
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-topics-'));
  const broker = await start({ dir: join(dir, 'kafka') });
  const service: Standalone = await startStandalone();
  const { failed } = await topics({ service, reader: service, brokers: [broker.url], broker });
  await service.stop({ keep: failed > 0 });
  await broker.stop();
  if (failed === 0) rmSync(dir, { recursive: true, force: true });
  else console.log(`Data: ${dir}, ${service.dir}`);
  process.exit(failed === 0 ? 0 : 1);
}
