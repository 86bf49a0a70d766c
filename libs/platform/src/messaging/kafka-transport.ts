import { CompressionTypes, Kafka, Partitioners, logLevel, type Consumer, type EachBatchPayload, type Producer } from 'kafkajs';
import { messages as contracts, topicOf, type Message, type MessageType, type ServiceName } from '@tollgate/contracts';
import type { Logger } from '../observability/logger.js';
import type { MessageHandlers } from './handlers.js';
import { MessageTransport } from './transport.js';

/** A Kafka client whose own log lines go the way of all others. */
export function kafkaClient(brokers: string[], clientId: string, logger: Logger): Kafka {
  return new Kafka({
    brokers,
    clientId,
    logLevel: logLevel.WARN,
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 8 },
    logCreator: () => ({ log, level }) => {
      const { message, ...rest } = log;
      const fields = { kafka: rest['error'] ?? rest['groupId'] ?? null };
      if (level === logLevel.ERROR) logger.error(`kafka: ${message}`, fields);
      else logger.debug(`kafka: ${message}`, fields);
    },
  });
}

/** Messages over Kafka: one topic a producing service, one consumer group a consuming service. */
export class KafkaTransport extends MessageTransport {
  private readonly kafka: Kafka;
  private readonly producer: Producer;
  private producerReady: Promise<void> | undefined;
  private readonly consumers: Consumer[] = [];
  private stopping = false;

  constructor(handlers: MessageHandlers, brokers: string[], private readonly log: Logger) {
    super(handlers);
    this.kafka = kafkaClient(brokers, 'tollgate', log);
    this.producer = this.kafka.producer({
      // One request at a time keeps the order; what is sent twice after a failure is handled once (inbox).
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
    await this.producer.send({
      topic: topicOf(producer),
      acks: -1,
      compression: CompressionTypes.None,
      messages: messages.map((message) => ({ key: message.key, value: JSON.stringify(message), headers: { type: message.type } })),
    });
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
      maxWaitTimeInMs: 100,
      retry: { retries: Number.MAX_SAFE_INTEGER, maxRetryTime: 5_000 },
    });
    this.consumers.push(consumer);
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: true,
      partitionsConsumedConcurrently: 4,
      eachBatch: (payload) => this.handleBatch(service, payload),
    });
    this.log.info('consuming messages', { consumer: service, topics });
  }

  private async handleBatch(service: ServiceName, payload: EachBatchPayload): Promise<void> {
    for (const record of payload.batch.messages) {
      if (!payload.isRunning() || payload.isStale() || this.stopping) return;
      const beat = setInterval(() => void payload.heartbeat().catch(() => undefined), 2_000);
      try {
        await this.handlers.handle(JSON.parse(String(record.value)) as Message, () => this.stopping, service);
      } finally {
        clearInterval(beat);
      }
      payload.resolveOffset(record.offset);
      await payload.commitOffsetsIfNecessary();
      await payload.heartbeat();
    }
  }
}
