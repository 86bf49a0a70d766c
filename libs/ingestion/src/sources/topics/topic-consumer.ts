import { setTimeout as sleep } from 'node:timers/promises';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { BadRequest, Unavailable } from '@tollgate/platform';
import type { SourceInput } from '../rules/source-input.js';
import { readMessages, type TopicMessage } from './topic-messages.js';
import type { SourceKind } from '../kinds/source-kind.js';

/** What a consumer needs of the service. */
export interface TopicWork {
  kind: Pick<SourceKind, 'readInputs'>;
  /** Stores the events of inputs. @throws Unavailable, BadRequest; resolves to false when the source has ended */
  take(inputs: SourceInput[], faults: string[]): Promise<boolean>;
  /** Null: messages are read again. */
  noteFault(fault: string | null): Promise<void>;
}

export interface TopicPlace {
  topic: string;
  group: string;
}

/** Messages whose events are stored together. */
const messagesAtOnce = 100;
const retryMs = 30_000;
const busyMs = 1_000;
const heartbeatMs = 2_000;

/**
 * Reads the messages of one topic, in its own loop: a broker that does not answer delays no other source. An offset is
 * committed once the events of all messages before it are durable. A message that is read again counts once.
 */
export class TopicConsumer {
  private readonly stopping = new AbortController();
  private readonly over: Promise<void>;

  constructor(
    kafka: Pick<Kafka, 'consumer'>,
    private readonly place: TopicPlace,
    private readonly work: TopicWork,
    private readonly waitMs = { retry: retryMs, busy: busyMs },
  ) {
    this.over = this.readUntilStopped(kafka);
  }

  /** Resolves once nothing is under way any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.over;
  }

  private async readUntilStopped(kafka: Pick<Kafka, 'consumer'>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.readOnce(kafka).catch(() => this.work.noteFault('brokers_unreachable').catch(() => undefined));
      await this.rest(this.waitMs.retry);
    }
  }

  /** Reads until the consumer is stopped, or breaks. @throws Error of the client */
  private async readOnce(kafka: Pick<Kafka, 'consumer'>): Promise<void> {
    const consumer = kafka.consumer({
      groupId: this.place.group,
      maxBytesPerPartition: 1024 * 1024,
      maxBytes: 4 * 1024 * 1024,
      // The loop begins again by itself, and tells why.
      retry: { retries: 3, restartOnFailure: () => Promise.resolve(false) },
    });
    const broken = new Promise<Error>((resolve) =>
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error)),
    );
    const stopped = new Promise<null>((resolve) =>
      this.stopping.signal.addEventListener('abort', () => resolve(null), { once: true }),
    );
    try {
      const begun = this.begin(consumer).then(() => this.work.noteFault(null).catch(() => undefined));
      const error = await Promise.race([begun.then(() => broken), stopped]);
      if (error) throw error;
    } finally {
      await consumer.disconnect().catch(() => undefined);
    }
  }

  private async begin(consumer: Consumer): Promise<void> {
    await consumer.connect();
    await consumer.subscribe({ topic: this.place.topic, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.readBatch(consumer, payload),
    });
  }

  private async readBatch(consumer: Consumer, payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, isRunning, isStale } = payload;
    const goesOn = () => isRunning() && !isStale() && !this.stopping.signal.aborted;
    const beat = setInterval(() => void heartbeat().catch(() => undefined), heartbeatMs);
    try {
      for (let first = 0; first < batch.messages.length && goesOn(); first += messagesAtOnce) {
        const messages = batch.messages.slice(first, first + messagesAtOnce);
        if (!(await this.takeUntilDone(batch.partition, messages, goesOn))) return;
        const last = messages.at(-1)?.offset ?? '0';
        resolveOffset(last);
        const offset = (BigInt(last) + 1n).toString();
        await consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset }]);
      }
    } finally {
      clearInterval(beat);
    }
  }

  /** Repeats while the service cannot take events. @returns whether they are stored */
  private async takeUntilDone(
    partition: number,
    messages: readonly Omit<TopicMessage, 'partition'>[],
    goesOn: () => boolean,
  ): Promise<boolean> {
    const placed = messages.map(({ offset, value }) => ({ partition, offset, value }));
    while (goesOn()) {
      try {
        if (await this.take(placed)) return true;
        // The source has ended; this consumer is about to be stopped.
        await this.rest(this.waitMs.busy);
        return false;
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        await this.rest(this.waitMs.busy);
      }
    }
    return false;
  }

  /** Messages that are too many together are taken one by one; one that is too large alone is refused. */
  private async take(messages: readonly TopicMessage[]): Promise<boolean> {
    const { inputs, faults } = readMessages(this.place.topic, messages, this.work.kind);
    try {
      return await this.work.take(inputs, faults);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      const [first] = messages;
      if (messages.length === 1 && first)
        return this.work.take([], [`${this.place.topic}/${first.partition}/${first.offset}: ${error.message}`]);
      for (const message of messages) if (!(await this.take([message]))) return false;
      return true;
    }
  }

  private async rest(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(() => undefined);
  }
}
