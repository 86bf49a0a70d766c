import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { CompressionTypes, Partitioners, type Admin, type Consumer, type EachBatchPayload, type Kafka, type Producer } from 'kafkajs';
import { rawEventsTopic } from '@tollgate/contracts';
import { kafkaClient, Unavailable, type Logger } from '@tollgate/platform';
import type { AcceptedEvent } from '../events/accepted-event.js';
import type { EventStore } from '../store/event-store.js';
import { EventLog } from './event-log.js';
import { GroupCommit } from './group-commit.js';

const group = 'tollgate.ingestion.events';
const largestSend = 5_000;
const settleWaitMs = 2_000;

/**
 * The raw log in Kafka, keyed by organization and subscription, acknowledged by all replicas before the answer; and
 * its consumer, which writes each batch of a partition into the usage store as one block. An offset is committed after
 * its block is durable, so nothing is lost; what is read twice after a crash is deduplicated in the store.
 */
export class KafkaEventLog extends EventLog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly kafka: Kafka;
  private readonly producer: Producer;
  private readonly consumer: Consumer;
  private readonly admin: Admin;
  private readonly commit: GroupCommit<AcceptedEvent>;
  private connected: Promise<void> | undefined;
  private adminConnected: Promise<void> | undefined;

  constructor(
    brokers: string[],
    private readonly store: EventStore,
    private readonly logger: Logger,
  ) {
    super();
    this.kafka = kafkaClient(brokers, 'tollgate-ingestion', logger);
    this.producer = this.kafka.producer({
      // What is sent twice after a failure is one event in the store.
      maxInFlightRequests: 1,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 1_000 },
    });
    this.consumer = this.kafka.consumer({
      groupId: group,
      sessionTimeout: 10_000,
      heartbeatInterval: 2_000,
      maxWaitTimeInMs: 50,
      maxBytesPerPartition: 4 * 1024 * 1024,
      retry: { retries: Number.MAX_SAFE_INTEGER, maxRetryTime: 5_000 },
    });
    this.admin = this.kafka.admin();
    this.commit = new GroupCommit((events) => this.send(events), largestSend);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.consumer.connect();
    await this.consumer.subscribe({ topic: rawEventsTopic, fromBeginning: true });
    await this.consumer.run({ autoCommit: true, partitionsConsumedConcurrently: 3, eachBatchAutoResolve: false, eachBatch: (payload) => this.storeBatch(payload) });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.commit.flushed();
    await Promise.allSettled([this.consumer.disconnect(), this.producer.disconnect(), this.admin.disconnect()]);
  }

  override async append(events: AcceptedEvent[]): Promise<void> {
    await this.commit.append(events);
  }

  override async settled(): Promise<boolean> {
    await (this.adminConnected ??= this.admin.connect());
    const written = new Map((await this.admin.fetchTopicOffsets(rawEventsTopic)).map(({ partition, high }) => [partition, BigInt(high)]));
    const giveUpAt = Date.now() + settleWaitMs;
    for (;;) {
      if (await this.hasRead(written)) return true;
      if (Date.now() > giveUpAt) return false;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async hasRead(written: Map<number, bigint>): Promise<boolean> {
    const [topic] = await this.admin.fetchOffsets({ groupId: group, topics: [rawEventsTopic] });
    return (topic?.partitions ?? []).every(({ partition, offset }) => {
      const end = written.get(partition) ?? 0n;
      return end === 0n || BigInt(offset) >= end;
    });
  }

  private async send(events: AcceptedEvent[]): Promise<void> {
    try {
      await (this.connected ??= this.producer.connect());
      await this.producer.send({
        topic: rawEventsTopic,
        acks: -1,
        compression: CompressionTypes.None,
        messages: events.map((event) => ({
          key: `${event.organization_id}/${event.external_subscription_id}`,
          value: JSON.stringify(event),
        })),
      });
    } catch (error) {
      this.connected = undefined;
      this.logger.warn('the event log does not take events', { error });
      throw new Unavailable('the event log does not answer');
    }
  }

  private async storeBatch({ batch, resolveOffset, heartbeat, isRunning, isStale, commitOffsetsIfNecessary }: EachBatchPayload): Promise<void> {
    if (!isRunning() || isStale() || batch.messages.length === 0) return;
    const events = batch.messages.map(({ value }) => JSON.parse(String(value)) as AcceptedEvent);
    const beat = setInterval(() => void heartbeat().catch(() => undefined), 2_000);
    try {
      const { mended } = await this.store.insert(events);
      await mended;
    } finally {
      clearInterval(beat);
    }
    resolveOffset(batch.lastOffset());
    await commitOffsetsIfNecessary({ topics: [{ topic: batch.topic, partitions: [{ partition: batch.partition, offset: (BigInt(batch.lastOffset()) + 1n).toString() }] }] });
  }
}
