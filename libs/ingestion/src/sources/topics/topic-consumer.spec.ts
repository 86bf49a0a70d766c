import { describe, expect, it } from '@jest/globals';
import { BadRequest, Unavailable } from '@tollgate/platform';
import type { Consumer, ConsumerRunConfig, EachBatchPayload } from 'kafkajs';
import { TopicConsumer, type TopicClient, type TopicWork } from './topic-consumer.js';

const message = (offset: number, value: object) => ({
  offset: String(offset),
  value: Buffer.from(JSON.stringify(value)),
});

interface Client {
  kafka: TopicClient;
  committed: string[];
  connections: number;
}

/** A client whose consumer hands out the messages, and records what is committed. */
function clientWith(
  messages: ReturnType<typeof message>[],
  { connect = () => Promise.resolve(), heartbeat = () => Promise.resolve() } = {},
): Client {
  const listeners = new Map<string, (event: unknown) => void>();
  const made: Client = {
    kafka: { consumer: () => consumer, admin: () => Promise.reject(new Error('unused')) as never },
    committed: [],
    connections: 0,
  };
  const consumer = {
    events: { CRASH: 'crash', FETCH: 'fetch', GROUP_JOIN: 'join' },
    on: (event: string, listener: (event: unknown) => void) => void listeners.set(event, listener),
    connect: () => {
      made.connections += 1;
      return connect();
    },
    subscribe: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    commitOffsets: ([{ offset }]: [{ offset: string }]) => Promise.resolve(void made.committed.push(offset)),
    run: async ({ eachBatch }: ConsumerRunConfig) => {
      listeners.get('fetch')?.({});
      const payload = {
        batch: { topic: 'usage', partition: 0, highWatermark: String(messages.length + 7), messages },
        resolveOffset: () => undefined,
        heartbeat,
        isRunning: () => true,
        isStale: () => false,
      };
      await eachBatch?.(payload as unknown as EachBatchPayload);
    },
  } as unknown as Consumer;
  return made;
}

const quick = { retry: { first: 5, longest: 20 }, busy: { first: 1, longest: 2 }, recovery: 0 };
const topic = { topic: 'usage', group: 'g', format: 'json' as const, fromLatest: false };
const workOf = (take: TopicWork['take'], changes: Partial<TopicWork> = {}): TopicWork => ({
  take,
  noteFault: () => Promise.resolve(),
  warn: () => undefined,
  ...changes,
});
/** Waits for what happens in the consumer's own loop. */
async function until(happens: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 4_000; !happens() && performance.now() < deadline;)
    await new Promise((resolve) => setTimeout(resolve, 2));
}

describe('a consumer', () => {
  it('commits behind messages whose events are stored, and waits while none can be', async () => {
    const taken: (string | null)[][] = [];
    const warned: unknown[] = [];
    const failures = [new Unavailable('busy'), new Error('the database is down')];
    const work = workOf(
      (inputs) => {
        const failure = failures.shift();
        if (failure) return Promise.reject(failure);
        taken.push(inputs.map(({ id }) => id));
        return Promise.resolve(true);
      },
      { warn: (error) => void warned.push(error) },
    );
    const many = Array.from({ length: 150 }, (_, offset) => message(offset, { id: `m${offset}` }));
    const { kafka, committed } = clientWith(many);
    const consumer = new TopicConsumer(kafka, topic, work, quick);
    await until(() => committed.length === 2 && consumer.lag === 7);
    expect([consumer.isFailing, consumer.lag]).toEqual([false, 7]);
    await consumer.stop();
    expect(taken.map(({ length }) => length)).toEqual([100, 50]);
    expect(committed).toEqual(['100', '150']);
    expect(warned).toEqual([new Error('the database is down')]);
    expect(consumer.lag).toBe(0);
  });

  it('passes over a message that is too large, and stops at a source that has ended', async () => {
    const refused: unknown[] = [];
    let seen = false;
    const work = workOf((inputs, unread) => {
      refused.push(...unread);
      if (inputs.some(({ id }) => id === 'large')) return Promise.reject(new BadRequest('too many events'));
      seen ||= inputs.some(({ id }) => id === 'end');
      return Promise.resolve(!inputs.some(({ id }) => id === 'end'));
    });
    const first = clientWith([message(0, { id: 'a' }), message(1, { id: 'large' }), message(2, { id: 'b' })]);
    const reading = new TopicConsumer(first.kafka, topic, work, quick);
    const second = clientWith([message(0, { id: 'end' })]);
    const ended = new TopicConsumer(second.kafka, topic, work, quick);
    await until(() => first.committed.length > 0 && seen);
    await Promise.all([reading.stop(), ended.stop()]);
    expect(refused).toEqual([{ place: 'usage/0/1', reason: 'too_many_events' }]);
    expect([first.committed, second.committed]).toEqual([['3'], []]);
  });

  it('tells why nothing is read, once, and tries again with a growing wait', async () => {
    const noted: (string | null)[] = [];
    let tries = 0;
    const refused = () =>
      tries++ < 3 ? Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' })) : Promise.resolve();
    const client = clientWith([], { connect: refused });
    const work = workOf(() => Promise.resolve(true), { noteFault: (fault) => Promise.resolve(void noted.push(fault)) });
    const before = performance.now();
    const consumer = new TopicConsumer(client.kafka, topic, work, quick);
    await until(() => noted.includes(null));
    await consumer.stop();
    expect(noted).toEqual(['brokers_unreachable', null]);
    expect(client.connections).toBe(4);
    // 5, 10 and 20 ms.
    expect(performance.now() - before).toBeGreaterThan(30);
  });

  it('stops at once while it waits for brokers', async () => {
    const { kafka } = clientWith([], { connect: () => Promise.reject(new Error('no')) });
    const consumer = new TopicConsumer(
      kafka,
      topic,
      workOf(() => Promise.resolve(true)),
      {
        ...quick,
        retry: { first: 60_000, longest: 60_000 },
      },
    );
    await until(() => consumer.isFailing);
    const before = performance.now();
    await consumer.stop();
    expect(performance.now() - before).toBeLessThan(1_000);
  });
});
