import { setTimeout as sleep } from 'node:timers/promises';
import { BadRequest, Unavailable } from '@tollgate/platform';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { UnreadRecord } from '../doors/source-records.js';
import type { SourceInput } from '../rules/source-input.js';
import { beginAtLatest } from './first-offsets.js';
import { faultOf, type TopicFault } from './topic-faults.js';
import { placeOf, readMessages, type MessagePlace, type TopicMessage } from './topic-messages.js';

/** The parts of the service that a consumer needs. */
export interface TopicWork {
  /** Stores the events of inputs. @throws Unavailable, BadRequest; resolves to false when the source has ended */
  take(inputs: SourceInput[], unread: UnreadRecord[]): Promise<boolean>;
  /** Null: messages are read again. */
  noteFault(fault: TopicFault | null): Promise<void>;
  /** Reports an error that is none of the brokers to operators. */
  warn(error: unknown): void;
}

/** The topic, and how it is read. */
export interface ConsumedTopic extends Omit<MessagePlace, 'partition'> {
  group: string;
  /** A group without offsets begins behind the messages that are there. */
  fromLatest: boolean;
}

/** The parts of a client that a consumer needs. */
export type TopicClient = Pick<Kafka, 'consumer' | 'admin'>;

/** Messages whose events are stored together. */
const messagesAtOnce = 100;
const bytesOfPartition = 1024 * 1024;
const bytesOfAnswer = 4 * 1024 * 1024;
const heartbeatMs = 2_000;
/** A wait doubles with each try in vain. A fault is over once messages are read for a while: not all brokers may fail. */
const waits = { retry: { first: 1_000, longest: 300_000 }, busy: { first: 1_000, longest: 30_000 }, recovery: 10_000 };

const noted = () => undefined;

/**
 * Reads the messages of one topic, in its own loop: a broker that does not answer delays no other source. An offset is
 * committed once the events of all messages before it are durable. A message that is read again counts once.
 */
export class TopicConsumer {
  private readonly stopping = new AbortController();
  private readonly over: Promise<void>;
  /** The fault that the table has; undefined while this is not known. */
  private published: TopicFault | null | undefined;
  private publishing: Promise<void> = Promise.resolve();
  private triesInVain = 0;
  /** Messages behind the one that was read last, by partition. */
  private readonly behind = new Map<number, bigint>();

  constructor(
    kafka: TopicClient,
    private readonly consumed: ConsumedTopic,
    private readonly work: TopicWork,
    private readonly waitMs = waits,
  ) {
    this.over = this.readUntilStopped(kafka);
  }

  get isFailing(): boolean {
    return typeof this.published === 'string';
  }

  /** Messages that this consumer has still to read, as far as it knows. */
  get lag(): number {
    return [...this.behind.values()].reduce((sum, messages) => sum + Number(messages), 0);
  }

  /** Resolves once nothing is under way any more. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.over;
  }

  private async readUntilStopped(kafka: TopicClient): Promise<void> {
    while (!this.hasStopped) {
      try {
        await this.readOnce(kafka);
      } catch (error) {
        const fault = faultOf(error);
        if (fault === 'unexpected_error') this.work.warn(error);
        if (!this.hasStopped) await this.publish(fault);
      }
      await this.rest(this.waitMs.retry, this.triesInVain++);
    }
  }

  private get hasStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Stores a change of the fault; one that cannot be stored is stored later. */
  private publish(fault: TopicFault | null): Promise<void> {
    if (fault === this.published) return this.publishing;
    this.published = fault;
    this.publishing = this.publishing.then(() =>
      this.work.noteFault(fault).catch(() => {
        if (this.published === fault) this.published = undefined;
      }),
    );
    return this.publishing;
  }

  /** Reads until the consumer is stopped, or breaks. @throws Error of the client */
  private async readOnce(kafka: TopicClient): Promise<void> {
    const consumer = kafka.consumer({
      groupId: this.consumed.group,
      allowAutoTopicCreation: false,
      maxBytesPerPartition: bytesOfPartition,
      maxBytes: bytesOfAnswer,
      // The loop begins again by itself, and states the reason.
      retry: { retries: 3, restartOnFailure: () => Promise.resolve(false) },
    });
    const broken = new Promise<Error>((resolve) =>
      consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error)),
    );
    const { signal } = this.stopping;
    let stop: () => void = noted;
    const stopped = new Promise<null>((resolve) => (stop = () => resolve(null)));
    signal.addEventListener('abort', stop);
    const began = performance.now();
    consumer.on(consumer.events.FETCH, () => {
      if (this.isFailing && performance.now() - began < this.waitMs.recovery) return;
      this.triesInVain = 0;
      void this.publish(null);
    });
    consumer.on(consumer.events.GROUP_JOIN, () => this.behind.clear());
    const begun = this.begin(kafka, consumer);
    try {
      const error = await Promise.race([begun.then(() => broken), stopped]);
      if (error) throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      this.behind.clear();
      await consumer.disconnect().catch(noted);
      // A consumer that was still to begin would do so after its end.
      await begun.catch(noted);
      await consumer.disconnect().catch(noted);
    }
  }

  private async begin(kafka: TopicClient, consumer: Consumer): Promise<void> {
    const { topic, fromLatest } = this.consumed;
    if (fromLatest) await beginAtLatest(kafka, this.consumed);
    if (!this.hasStopped) await consumer.connect();
    // New partitions have offsets of their own: none of their messages is passed over.
    if (!this.hasStopped) await consumer.subscribe({ topic, fromBeginning: true });
    if (this.hasStopped) return;
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: (payload) => this.readBatch(consumer, payload),
    });
  }

  private async readBatch(consumer: Consumer, payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, isRunning, isStale } = payload;
    // The group shares its partitions again: another consumer may have this one by now.
    let isLost = false;
    const goesOn = () => !isLost && isRunning() && !isStale() && !this.hasStopped;
    const beat = setInterval(() => void heartbeat().catch(() => (isLost = true)), heartbeatMs);
    try {
      for (let first = 0; first < batch.messages.length && goesOn(); first += messagesAtOnce) {
        const messages = batch.messages.slice(first, first + messagesAtOnce);
        if (!(await this.takeUntilDone(batch.partition, messages, goesOn))) return;
        const last = messages.at(-1)?.offset ?? '0';
        resolveOffset(last);
        const next = BigInt(last) + 1n;
        await consumer.commitOffsets([{ topic: batch.topic, partition: batch.partition, offset: next.toString() }]);
        this.behind.set(batch.partition, BigInt(batch.highWatermark) - next);
      }
    } finally {
      clearInterval(beat);
    }
  }

  /** Repeats while the service cannot take events. @returns whether they are stored */
  private async takeUntilDone(
    partition: number,
    messages: readonly TopicMessage[],
    goesOn: () => boolean,
  ): Promise<boolean> {
    for (let tries = 0; goesOn(); tries++) {
      try {
        if (await this.take(partition, messages)) return true;
        // The source has ended; this consumer is about to be stopped.
        await this.rest(this.waitMs.busy, 0);
        return false;
      } catch (error) {
        if (!(error instanceof Unavailable)) this.work.warn(error);
        await this.rest(this.waitMs.busy, tries);
      }
    }
    return false;
  }

  /** Messages that are too many together are taken one by one; one that is too large alone is refused. */
  private async take(partition: number, messages: readonly TopicMessage[]): Promise<boolean> {
    const from = { ...this.consumed, partition };
    const { inputs, unread } = readMessages(from, messages);
    try {
      return await this.work.take(inputs, unread);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      const [first] = messages;
      if (messages.length === 1 && first)
        return this.work.take([], [{ place: placeOf(from, first.offset), reason: 'too_many_events' }]);
      for (const message of messages) if (!(await this.take(partition, [message]))) return false;
      return true;
    }
  }

  private async rest({ first, longest }: { first: number; longest: number }, tries: number): Promise<void> {
    const ms = Math.min(first * 2 ** tries, longest);
    await sleep(ms, undefined, { signal: this.stopping.signal, ref: false }).catch(noted);
  }
}
