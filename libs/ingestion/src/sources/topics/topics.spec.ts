import { describe, expect, it } from '@jest/globals';
import type { Consumer, ConsumerRunConfig, EachBatchPayload } from 'kafkajs';
import { BadRequest, Unavailable } from '@tollgate/platform';
import { readTopic } from '../event-sources/topic-input.js';
import { kafka as kind } from '../kinds/kafka.js';
import { TopicConsumer, type TopicWork } from './topic-consumer.js';
import { readMessages } from './topic-messages.js';

const message = (offset: number, value: unknown) => ({
  partition: 0,
  offset: String(offset),
  value: value === null ? null : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});

describe('messages', () => {
  it('are bodies with records, which their place identifies', () => {
    const messages = [
      message(1, { id: 'a' }),
      message(2, [{ x: 1 }, { x: 2 }]),
      message(3, { x: 1e30 }),
      message(4, null),
      message(5, '{'),
      message(6, '7'),
      message(7, JSON.stringify('x'.repeat(300_000))),
    ];
    const { inputs, faults } = readMessages('usage', messages, kind);
    expect(inputs.map(({ id }) => id)).toEqual(['a', 'usage/0/2/1', 'usage/0/2/2', 'usage/0/3']);
    expect(faults).toEqual([
      'usage/0/5: the message is not JSON',
      expect.stringContaining('usage/0/6: the body is no JSON object'),
      'usage/0/7: the message is too long',
    ]);
  });
});

describe('the settings of a topic', () => {
  const read = (raw: object, allowPrivate = false) =>
    readTopic({ brokers: ['k.example.com:9093'], topic: 'usage', ...raw }, 'c', allowPrivate);

  it('have defaults', () => {
    expect(read({})).toEqual({
      topic: {
        brokers: ['k.example.com:9093'],
        topic: 'usage',
        group: 'tollgate.c',
        tls: true,
        mechanism: null,
        username: null,
        password: null,
      },
    });
    expect(read({ brokers: ['127.0.0.1:9092'] }, true)).toHaveProperty('topic');
  });

  it.each([
    [{ brokers: [] }, 'brokers', 'value_is_mandatory'],
    [{ brokers: ['k.example.com'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['127.0.0.1:9092'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['[::1]:9092'] }, 'brokers', 'url_is_invalid'],
    [{ brokers: ['kafka:9092'] }, 'brokers', 'url_is_invalid'],
    [{ topic: 'a b' }, 'topic', 'value_is_invalid'],
    [{ sasl_mechanism: 'plain', username: 'u' }, 'password', 'value_is_mandatory'],
    [{ password: 'p' }, 'password', 'value_is_invalid'],
  ])('are refused: %j', (raw, field, code) => {
    expect(read(raw)).toEqual({ errors: { [`kafka.${field}`]: [code] } });
  });
});

/** A client whose consumer hands out the messages, and records what is committed. */
function clientWith(messages: ReturnType<typeof message>[], connects: () => Promise<void> = () => Promise.resolve()) {
  const committed: string[] = [];
  const consumer = {
    events: { CRASH: 'consumer.crash' },
    on: () => () => undefined,
    connect: connects,
    subscribe: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    commitOffsets: ([{ offset }]: [{ offset: string }]) => Promise.resolve(void committed.push(offset)),
    run: async ({ eachBatch }: ConsumerRunConfig) => {
      const payload = {
        batch: { topic: 'usage', partition: 0, messages },
        resolveOffset: () => undefined,
        heartbeat: () => Promise.resolve(),
        isRunning: () => true,
        isStale: () => false,
      };
      await eachBatch?.(payload as unknown as EachBatchPayload);
    },
  };
  return { kafka: { consumer: () => consumer as unknown as Consumer }, committed };
}

const quick = { retry: 5, busy: 1 };
const place = { topic: 'usage', group: 'g' };

describe('a consumer', () => {
  it('commits behind messages whose events are stored, and waits while none can be', async () => {
    const taken: (string | null)[][] = [];
    let busy = 2;
    const work: TopicWork = {
      kind,
      take: (inputs) => {
        if (busy-- > 0) return Promise.reject(new Unavailable('busy'));
        taken.push(inputs.map(({ id }) => id));
        return Promise.resolve(true);
      },
      noteFault: () => Promise.resolve(),
    };
    const many = Array.from({ length: 150 }, (_, offset) => message(offset, { id: `m${offset}` }));
    const { kafka, committed } = clientWith(many);
    const consumer = new TopicConsumer(kafka, place, work, quick);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await consumer.stop();
    expect(taken.map(({ length }) => length)).toEqual([100, 50]);
    expect(committed).toEqual(['100', '150']);
  });

  it('passes over a message that is too large, and stops at a source that has ended', async () => {
    const faults: string[] = [];
    const work: TopicWork = {
      kind,
      take: (inputs, some) => {
        faults.push(...some);
        if (inputs.some(({ id }) => id === 'large')) return Promise.reject(new BadRequest('too many events'));
        return Promise.resolve(!inputs.some(({ id }) => id === 'end'));
      },
      noteFault: () => Promise.resolve(),
    };
    const first = clientWith([message(0, { id: 'a' }), message(1, { id: 'large' }), message(2, { id: 'b' })]);
    const reading = new TopicConsumer(first.kafka, place, work, quick);
    const second = clientWith([message(0, { id: 'end' })]);
    const ended = new TopicConsumer(second.kafka, place, work, quick);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await Promise.all([reading.stop(), ended.stop()]);
    expect(faults).toEqual([expect.stringContaining('usage/0/1: ')]);
    expect([first.committed, second.committed]).toEqual([['3'], []]);
  });

  it('tells that its brokers do not answer, and tries again', async () => {
    const noted: (string | null)[] = [];
    let tries = 0;
    const { kafka } = clientWith([], () => (tries++ === 0 ? Promise.reject(new Error('no')) : Promise.resolve()));
    const work: TopicWork = {
      kind,
      take: () => Promise.resolve(true),
      noteFault: (fault) => Promise.resolve(void noted.push(fault)),
    };
    const consumer = new TopicConsumer(kafka, place, work, quick);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await consumer.stop();
    expect(noted).toEqual(['brokers_unreachable', null]);
  });
});
