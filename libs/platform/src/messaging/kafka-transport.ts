import {
  CompressionTypes,
  Partitioners,
  type Kafka,
  type Consumer,
  type EachBatchPayload,
  type KafkaMessage,
  type Producer,
} from 'kafkajs';
import { messages as contracts, topicOf, type Message, type MessageType, type ServiceName } from '@tollgate/contracts';
import type { KafkaSettings } from '../config/store-settings.js';
import type { Logger } from '../observability/logger.js';
import type { Metrics } from '../observability/metrics.js';
import { groupBy } from '../grouping.js';
import { byBytes } from '../batching/batches.js';
import { kafkaClient } from '../stores/kafka-client.js';
import type { MessageHandlers } from './handlers.js';
import { MessageTransport } from './transport.js';

interface Outgoing {
  message: Message;
  value: string;
}

// By default, brokers accept batches of a megabyte; a whole batch may go to one partition.
const largestBatchBytes = 800_000;
const bytesAroundRecord = 256;
/** Per partition; `MessageHandlers` limits concurrent handlers. */
const keysAtOnce = 50;

const isTooLarge = (error: unknown): boolean => {
  const { type, cause } = (error ?? {}) as { type?: unknown; cause?: unknown };
  return type === 'MESSAGE_TOO_LARGE' || (cause !== undefined && isTooLarge(cause));
};

/** The headers of a record; the trace has the name that other tools know. */
const headersOf = ({ type, traceparent }: Message) => ({ type, ...(traceparent === undefined ? {} : { traceparent }) });

/** Messages over Kafka: one topic per producing service, one consumer group per consuming service. */
export class KafkaTransport extends MessageTransport {
  private readonly kafka: Kafka;
  private readonly producer: Producer;
  private producerReady: Promise<void> | undefined;
  private readonly consumers: Consumer[] = [];
  private stopping = false;

  constructor(
    handlers: MessageHandlers,
    settings: KafkaSettings,
    private readonly log: Logger,
    private readonly metrics: Metrics,
  ) {
    super(handlers);
    this.kafka = kafkaClient(settings, 'tollgate', log);
    this.producer = this.kafka.producer({
      // One request at a time preserves the order; the inbox drops duplicates of a retried send.
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
  }

  async listen(callback: (error?: unknown) => void): Promise<void> {
    try {
      const byConsumer = this.topicsByConsumer();
      await Promise.all([...byConsumer].map(([consumer, topics]) => this.consume(consumer, topics)));
      callback();
    } catch (error) {
      callback(error);
    }
  }

  async close(): Promise<void> {
    this.stopping = true;
    await Promise.allSettled(this.consumers.map((consumer) => consumer.disconnect()));
    await this.producer.disconnect();
  }

  async ping(): Promise<void> {
    const admin = this.kafka.admin();
    try {
      await admin.connect();
      await admin.describeCluster();
    } finally {
      await admin.disconnect();
    }
  }

  async publish(producer: ServiceName, messages: Message[]): Promise<void> {
    await (this.producerReady ??= this.producer.connect().catch((error: unknown) => {
      this.producerReady = undefined;
      throw error;
    }));
    const records = messages.map((message) => ({
      message,
      value: JSON.stringify({ ...message, traceparent: undefined }),
    }));
    for (const batch of byBytes(
      records,
      largestBatchBytes,
      ({ value }) => Buffer.byteLength(value) + bytesAroundRecord,
    )) {
      await this.sendBatch(topicOf(producer), batch);
    }
  }

  /**
   * Sends a batch. Splits it when it is larger than the broker accepts, and parks a message that is too large alone.
   */
  private async sendBatch(topic: string, batch: Outgoing[]): Promise<void> {
    try {
      await this.producer.send({
        topic,
        acks: -1,
        compression: CompressionTypes.None,
        messages: batch.map(({ message, value }) => ({ key: message.key, value, headers: headersOf(message) })),
      });
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      const [first] = batch;
      if (batch.length === 1 && first) return this.handlers.parkRefused(first.message, error);
      const half = Math.ceil(batch.length / 2);
      await this.sendBatch(topic, batch.slice(0, half));
      await this.sendBatch(topic, batch.slice(half));
    }
  }

  private topicsByConsumer(): Map<ServiceName, string[]> {
    const topics = new Map<ServiceName, Set<string>>();
    for (const type of this.handlers.types()) {
      const topic = topicOf(contracts[type as MessageType].producer);
      for (const consumer of this.handlers.consumersOf(type)) {
        topics.set(consumer, (topics.get(consumer) ?? new Set()).add(topic));
      }
    }
    return new Map([...topics].map(([consumer, names]) => [consumer, [...names]]));
  }

  private async consume(service: ServiceName, topics: string[]): Promise<void> {
    const consumer = this.kafka.consumer({
      groupId: `tollgate.${service}`,
      sessionTimeout: 10_000,
      heartbeatInterval: 2_000,
      // A message ends the wait at once. Polling more often only burdens the brokers and idle consumers.
      maxWaitTimeInMs: 1_000,
      retry: { retries: Number.MAX_SAFE_INTEGER, maxRetryTime: 5_000 },
    });
    this.consumers.push(consumer);
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: true,
      // A batch that a stop interrupts must be delivered again.
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 4,
      eachBatch: (payload) => this.handleBatch(service, payload),
    });
    this.log.info('consuming messages', { consumer: service, topics });
  }

  /**
   * Handles a batch: messages of one key in order, several keys concurrently, so a failing message delays only its key.
   */
  private async handleBatch(service: ServiceName, payload: EachBatchPayload): Promise<void> {
    const { topic, partition } = payload.batch;
    this.metrics.consumerLag.set({ consumer: service, topic, partition }, Number(payload.batch.offsetLag()));
    const messages = payload.batch.messages.flatMap((record) => this.read(service, record));
    const stopped = () => !payload.isRunning() || payload.isStale() || this.stopping;
    const queues = [...groupBy(messages, ({ key }) => key).values()];
    const worker = async () => {
      for (let queue = queues.shift(); queue && !stopped(); queue = queues.shift()) {
        for (const message of queue) if (!stopped()) await this.handlers.handle(message, () => this.stopping, service);
      }
    };
    const beat = setInterval(() => void payload.heartbeat().catch(() => undefined), 2_000);
    try {
      await Promise.all(Array.from({ length: keysAtOnce }, worker));
    } finally {
      clearInterval(beat);
    }
    // An interrupted batch is delivered again as a whole; the inbox knows the handled messages.
    if (stopped()) return;
    payload.resolveOffset(payload.batch.lastOffset());
    await payload.commitOffsetsIfNecessary();
    await payload.heartbeat();
  }

  /** A record that is not a Tollgate message came from another program: log and skip it. */
  private read(consumer: ServiceName, record: KafkaMessage): Message[] {
    const value = String(record.value);
    try {
      const { traceparent } = record.headers ?? {};
      return [
        {
          ...(JSON.parse(value) as Message),
          ...(traceparent === undefined ? {} : { traceparent: String(traceparent) }),
        },
      ];
    } catch (error) {
      this.log.error('kafka record is no message', { consumer, value: value.slice(0, 500), error });
      return [];
    }
  }
}
