import { describe, expect, it, jest } from '@jest/globals';
import { KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError, type ProducerRecord } from 'kafkajs';
import type { Message } from '@tollgate/contracts';
import type { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import type { MessageHandlers } from './handlers.js';
import { KafkaTransport } from './kafka-transport.js';

const message = (id: string, bytes: number): Message =>
  ({ id, type: 'plan.created', organization_id: 'o', key: 'k', occurred_at: '', request_id: null, payload: { plan_id: 'x'.repeat(bytes) } }) as Message;

/** A transport whose broker takes batches up to a number of bytes, as brokers do: all of a send for one partition is one batch. */
function transportTo(brokerBytes: number) {
  const sent: string[][] = [];
  const parked: string[] = [];
  const send = jest.fn(async ({ messages }: ProducerRecord) => {
    const bytes = messages.reduce((sum, { value }) => sum + Buffer.byteLength(value as string), 0);
    const tooLarge = { type: 'MESSAGE_TOO_LARGE', code: 10, retriable: false, message: 'too large' };
    if (bytes > brokerBytes) throw new KafkaJSNumberOfRetriesExceeded(new KafkaJSProtocolError(tooLarge as never), { retryCount: 0, retryTime: 0 });
    sent.push(messages.map(({ value }) => (JSON.parse(value as string) as Message).id));
  });
  const handlers = { parkRefused: async ({ id }: Message) => void parked.push(id) } as unknown as MessageHandlers;
  const transport = new KafkaTransport(handlers, ['nowhere:9092'], { error: () => undefined, debug: () => undefined } as unknown as Logger, new Metrics());
  Object.assign(transport, { producer: { connect: async () => undefined, send } });
  return { transport, sent, parked };
}

describe('messages that go to Kafka', () => {
  it('go out in batches that a broker takes, in order', async () => {
    const { transport, sent, parked } = transportTo(1_000_000);
    const messages = Array.from({ length: 40 }, (_, index) => message(`m${index}`, 50_000));
    await transport.publish('catalog', messages);
    expect(sent.flat()).toEqual(messages.map(({ id }) => id));
    expect(sent.length).toBeGreaterThan(1);
    expect(parked).toEqual([]);
  });

  it('go out in smaller batches where the broker takes less, and what is too large by itself is parked', async () => {
    const { transport, sent, parked } = transportTo(60_000);
    await transport.publish('catalog', [message('a', 20_000), message('b', 20_000), message('c', 90_000), message('d', 20_000), message('e', 20_000)]);
    expect(sent.flat()).toEqual(['a', 'b', 'd', 'e']);
    expect(parked).toEqual(['c']);
  });
});
