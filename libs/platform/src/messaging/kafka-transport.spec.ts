import { describe, expect, it, jest } from '@jest/globals';
import kafkajs, { type ProducerRecord } from 'kafkajs';
import type { Message } from '@tollgate/contracts';
import type { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import type { MessageHandlers } from './handlers.js';
import { KafkaTransport } from './kafka-transport.js';

const message = (id: string, bytes: number): Message =>
  ({
    id,
    type: 'plan.created',
    organization_id: 'o',
    key: 'k',
    occurred_at: '',
    request_id: null,
    payload: { plan_id: 'x'.repeat(bytes) },
  }) as Message;

/** A transport whose broker limits the bytes of a batch, as brokers do: a send to one partition is one batch. */
function transportTo(brokerBytes: number) {
  const sent: string[][] = [];
  const parked: string[] = [];
  const send = jest.fn(async ({ messages }: ProducerRecord) => {
    const bytes = messages.reduce((sum, { value }) => sum + Buffer.byteLength(value as string), 0);
    const tooLarge = { type: 'MESSAGE_TOO_LARGE', code: 10, retriable: false, message: 'too large' };
    if (bytes > brokerBytes)
      throw new kafkajs.KafkaJSNumberOfRetriesExceeded(new kafkajs.KafkaJSProtocolError(tooLarge as never), {
        retryCount: 0,
        retryTime: 0,
      });
    sent.push(messages.map(({ value }) => (JSON.parse(value as string) as Message).id));
  });
  const handlers = { parkRefused: async ({ id }: Message) => void parked.push(id) } as unknown as MessageHandlers;
  const transport = new KafkaTransport(
    handlers,
    { brokers: ['nowhere:9092'], tls: undefined, sasl: undefined },
    { error: () => undefined, debug: () => undefined } as unknown as Logger,
    new Metrics(),
  );
  Object.assign(transport, { producer: { connect: async () => undefined, send } });
  return { transport, sent, parked };
}

describe('messages to Kafka', () => {
  it('are sent in order, in batches that the broker accepts', async () => {
    const { transport, sent, parked } = transportTo(1_000_000);
    const messages = Array.from({ length: 40 }, (_, index) => message(`m${index}`, 50_000));
    await transport.publish('catalog', messages);
    expect(sent.flat()).toEqual(messages.map(({ id }) => id));
    expect(sent.length).toBeGreaterThan(1);
    expect(parked).toEqual([]);
  });

  it('are sent in smaller batches to a stricter broker, and parked when they are too large alone', async () => {
    const { transport, sent, parked } = transportTo(60_000);
    await transport.publish('catalog', [
      message('a', 20_000),
      message('b', 20_000),
      message('c', 90_000),
      message('d', 20_000),
      message('e', 20_000),
    ]);
    expect(sent.flat()).toEqual(['a', 'b', 'd', 'e']);
    expect(parked).toEqual(['c']);
  });
});

describe('the trace of a message', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const traced = { ...message('a', 1), traceparent };

  it('is sent as a header, separate from the message body', async () => {
    const records: ProducerRecord[] = [];
    const { transport } = transportTo(1_000_000);
    Object.assign(transport, {
      producer: { connect: async () => undefined, send: async (record: ProducerRecord) => void records.push(record) },
    });
    await transport.publish('catalog', [traced, message('b', 1)]);
    expect(records.flatMap(({ messages }) => messages.map(({ headers }) => headers))).toEqual([
      { type: 'plan.created', traceparent },
      { type: 'plan.created' },
    ]);
    expect(
      records.flatMap(({ messages }) => messages.map(({ value }) => JSON.parse(String(value)) as Message)),
    ).toEqual([message('a', 1), message('b', 1)]);
  });

  it('is read from the header, and may be absent', async () => {
    const handled: Message[] = [];
    const handlers = { handle: async (received: Message) => void handled.push(received) } as unknown as MessageHandlers;
    const transport = new KafkaTransport(
      handlers,
      { brokers: ['nowhere:9092'], tls: undefined, sasl: undefined },
      { error: () => undefined, debug: () => undefined } as unknown as Logger,
      new Metrics(),
    );
    const record = (received: Message, headers?: Record<string, Buffer>) => ({
      value: Buffer.from(JSON.stringify(received)),
      headers,
    });
    const batch = {
      topic: 't',
      partition: 0,
      offsetLag: () => '0',
      lastOffset: () => '2',
      messages: [
        record(message('a', 1), { type: Buffer.from('plan.created'), traceparent: Buffer.from(traceparent) }),
        record(message('b', 1), {}),
        record(message('c', 1)),
      ],
    };
    const payload = {
      batch,
      isRunning: () => true,
      isStale: () => false,
      heartbeat: async () => undefined,
      resolveOffset: () => undefined,
      commitOffsetsIfNecessary: async () => undefined,
    };
    await (transport as unknown as { handleBatch(service: string, received: unknown): Promise<void> }).handleBatch(
      'webhook-delivery',
      payload,
    );
    expect(handled).toEqual([traced, message('b', 1), message('c', 1)]);
  });
});
