import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { CompressionTypes, type Admin, type Consumer, type EachBatchPayload, type Kafka, type Producer } from 'kafkajs';
import { rawEventsTopic } from '@tollgate/contracts';
import { byBytes, kafkaClient, Unavailable, type KafkaSettings, type Logger } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { EventStore } from '../../store/blocks/event-store.js';
import { forCallsOf } from './block-span.js';
import { BlockWriter } from './block-writer.js';
import { EventLog, logBounds, flushWaitMs } from './event-log.js';
import { GatheredBlocks } from './gathered-blocks.js';
import { GroupCommit } from './group-commit.js';
import { keyPartitions } from './key-partitions.js';
import { largestSend, messageOf, sizeOfMessage, type LogMessage } from './log-messages.js';

const group = 'tollgate.ingestion.events';
const longestWaitMs = 5_000;
const gatherRules = { largestBlock: 10_000, everyMs: 200 };
/** Upper bound of partitions per process, so that one block can hold everything that one poll read. */
const mostPartitions = 1_000;

/**
 * The raw log in Kafka, keyed by organization and subscription. All replicas acknowledge events before the call is
 * answered. The consumer writes the events of all partitions into the usage store in large blocks. It commits an offset
 * after the block is durable and its follow-up work is complete, so nothing is lost. The store deduplicates events that
 * are read twice after a crash.
 */
export class KafkaEventLog extends EventLog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly kafka: Kafka;
  private readonly producer: Producer;
  private readonly consumer: Consumer;
  private readonly admin: Admin;
  private readonly commit: GroupCommit<LogMessage>;
  private readonly blocks: GatheredBlocks;
  private connected: Promise<void> | undefined;
  private adminConnected: Promise<void> | undefined;

  constructor(
    settings: KafkaSettings,
    store: EventStore,
    private readonly logger: Logger,
  ) {
    super();
    this.kafka = kafkaClient(settings, 'tollgate-ingestion', logger);
    this.producer = this.kafka.producer({
      // The store deduplicates events that a retry sends twice.
      maxInFlightRequests: 1,
      createPartitioner: keyPartitions,
      retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 1_000 },
    });
    this.consumer = this.kafka.consumer({
      groupId: group,
      sessionTimeout: 10_000,
      heartbeatInterval: 2_000,
      // Blocks gather events for longer than this; a fetch per event would cost the broker as much as storing it.
      minBytes: 32 * 1024,
      maxWaitTimeInMs: 50,
      maxBytesPerPartition: 2 * 1024 * 1024,
      retry: { retries: Number.MAX_SAFE_INTEGER, maxRetryTime: longestWaitMs },
    });
    const blocks = new BlockWriter(store, logger);
    this.blocks = new GatheredBlocks(
      (events, goesOn) => forCallsOf(events, 'store events', () => blocks.storeUntilDone(events, goesOn)),
      gatherRules,
    );
    this.admin = this.kafka.admin();
    this.commit = new GroupCommit((messages) => this.send(messages), logBounds, sizeOfMessage);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.consumer.connect();
    await this.consumer.subscribe({ topic: rawEventsTopic, fromBeginning: true });
    await this.consumer.run({
      autoCommit: true,
      partitionsConsumedConcurrently: mostPartitions,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.storeBatch(payload),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.commit.flushed();
    await Promise.allSettled([this.consumer.disconnect(), this.producer.disconnect(), this.admin.disconnect()]);
  }

  override async append(events: AcceptedEvent[]): Promise<void> {
    await this.commit.append(events.map(messageOf));
  }

  /** The end offsets of the topic's partitions. */
  override async target(): Promise<string> {
    const offsets = await this.queryBrokers((admin) => admin.fetchTopicOffsets(rawEventsTopic));
    return JSON.stringify(offsets.map(({ partition, high }) => [partition, high]));
  }

  override async reached(target: string): Promise<boolean> {
    const written = new Map(
      (JSON.parse(target) as [number, string][]).map(([partition, high]) => [partition, BigInt(high)]),
    );
    const deadline = Date.now() + flushWaitMs;
    for (;;) {
      if (await this.hasRead(written)) return true;
      this.blocks.hurry();
      if (Date.now() > deadline) return false;
      await sleep(20);
    }
  }

  /** Does not wait: a query to the brokers costs more than it gains, as stored events follow within moments. */
  override readable(): Promise<void> {
    return Promise.resolve();
  }

  /** Nothing: the window and the committed offsets both outlive the process. */
  override *unstored(): Iterable<AcceptedEvent[]> {
    yield [];
  }

  override async isNew(): Promise<boolean> {
    const offsets = await this.queryBrokers((admin) => admin.fetchTopicOffsets(rawEventsTopic));
    return offsets.every(({ high }) => high === '0');
  }

  override async check(): Promise<void> {
    await this.connect();
  }

  /** @throws Unavailable when the brokers do not answer or the connection breaks; the next query reconnects */
  private async queryBrokers<T>(query: (admin: Admin) => Promise<T>): Promise<T> {
    try {
      await (this.adminConnected ??= this.admin.connect());
      return await query(this.admin);
    } catch (error) {
      this.adminConnected = undefined;
      throw new Unavailable('the event log does not answer', error);
    }
  }

  private async hasRead(written: Map<number, bigint>): Promise<boolean> {
    const [topic] = await this.queryBrokers((admin) =>
      admin.fetchOffsets({ groupId: group, topics: [rawEventsTopic] }),
    );
    return (topic?.partitions ?? []).every(({ partition, offset }) => {
      const end = written.get(partition) ?? 0n;
      return end === 0n || BigInt(offset) >= end;
    });
  }

  private connect(): Promise<void> {
    // After a failed connection the next call retries.
    return (this.connected ??= this.producer.connect().catch((error: unknown) => {
      this.connected = undefined;
      throw error;
    }));
  }

  private async send(messages: LogMessage[]): Promise<void> {
    try {
      await this.connect();
      for (const batch of byBytes(messages, largestSend, sizeOfMessage)) {
        await this.producer.send({
          topic: rawEventsTopic,
          acks: -1,
          compression: CompressionTypes.None,
          messages: batch,
        });
      }
    } catch (error) {
      this.connected = undefined;
      this.logger.warn('the event log does not take events', { error });
      throw new Unavailable('the event log does not answer');
    }
  }

  private async storeBatch({
    batch,
    resolveOffset,
    heartbeat,
    isRunning,
    isStale,
    commitOffsetsIfNecessary,
  }: EachBatchPayload): Promise<void> {
    if (!isRunning() || isStale() || batch.messages.length === 0) return;
    const goesOn = () => isRunning() && !isStale();
    const events = batch.messages.map(({ value }) => JSON.parse(String(value)) as AcceptedEvent);
    const beat = setInterval(() => void heartbeat().catch(() => undefined), 2_000);
    let done: boolean;
    try {
      done = await this.blocks.add(events, goesOn);
    } finally {
      clearInterval(beat);
    }
    if (!done) return;
    resolveOffset(batch.lastOffset());
    await commitOffsetsIfNecessary({
      topics: [
        {
          topic: batch.topic,
          partitions: [{ partition: batch.partition, offset: (BigInt(batch.lastOffset()) + 1n).toString() }],
        },
      ],
    });
  }
}
