import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { topicBounds } from '@tollgate/contracts';
import {
  AddressResolver,
  checkedSockets,
  Clock,
  Config,
  kafkaClient,
  Logger,
  Metrics,
  SecretBox,
  type KafkaSettings,
} from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { EventIntake } from '../../intake/events/event-intake.js';
import { SourceRecords, type UnreadRecord } from '../doors/source-records.js';
import { KnownSources } from '../event-sources/known-sources.js';
import { noteFault, placeOfPassword, topicsToRead, type ReadTopic } from '../event-sources/topics.repository.js';
import type { SourceInput } from '../rules/source-input.js';
import { readAllCompressions } from './compressions.js';
import { TopicConsumer } from './topic-consumer.js';
import type { TopicFault } from './topic-faults.js';

const pollEveryMs = 5_000;
/** Brokers that do not answer do not hold up the end of the process. */
const longestStopMs = 10_000;
/** Of the brokers of one source: they may name any number of others. */
const connectionsOfSource = 50;
/** Of an answer; brokers may send more than was requested, so that a large message comes through. */
const answerBytes = 16 * 1024 * 1024;

/** Reads the topics of event sources, in every process: those of one group share the partitions among them. */
@Injectable()
export class TopicSources implements OnApplicationBootstrap, OnModuleDestroy {
  /** By the id of the source, with its settings; without a consumer if it cannot have one. */
  private readonly read = new Map<string, { settings: string; consumer: TopicConsumer | null }>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: IngestionDatabase,
    private readonly known: KnownSources,
    private readonly records: SourceRecords,
    private readonly intake: EventIntake,
    private readonly clock: Clock,
    private readonly secrets: SecretBox,
    private readonly config: Config,
    private readonly resolver: AddressResolver,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    readAllCompressions();
    this.timer = setInterval(() => {
      this.polling = this.polling
        .then(() => this.poll())
        .catch((error: unknown) => this.logger.warn('topics of event sources cannot be listed', { error }));
    }, pollEveryMs).unref();
  }

  /** Before the log and the counts end, which take what is under way. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.polling;
    const consumers = [...this.read.values()].flatMap(({ consumer }) => consumer ?? []);
    const stops = Promise.allSettled(consumers.map((consumer) => consumer.stop()));
    await Promise.race([stops, sleep(longestStopMs, undefined, { ref: false })]);
  }

  /** Starts the consumers of new and changed sources, and stops those of sources that have ended. */
  private async poll(): Promise<void> {
    const topics = await this.database.everyTenant((transaction) => topicsToRead(transaction, topicBounds.sources));
    const needed = new Map(topics.map((topic) => [topic.id, topic]));
    for (const [id, { settings, consumer }] of this.read) {
      const topic = needed.get(id);
      if (topic && settingsOf(topic) === settings) needed.delete(id);
      else {
        this.read.delete(id);
        // Its connection may take long to end, which delays no other source.
        void consumer?.stop();
      }
    }
    for (const topic of needed.values())
      this.read.set(topic.id, { settings: settingsOf(topic), consumer: await this.consumerOf(topic) });
    this.measure();
  }

  private measure(): void {
    const consumers = [...this.read.values()].map(({ consumer }) => consumer);
    const failing = consumers.filter((consumer) => consumer === null || consumer.isFailing).length;
    this.metrics.sourceTopics.set({ state: 'reading' }, consumers.length - failing);
    this.metrics.sourceTopics.set({ state: 'failing' }, failing);
    this.metrics.sourceTopicLag.set(consumers.reduce((sum, consumer) => sum + (consumer?.lag ?? 0), 0));
  }

  /** A topic that cannot be opened, such as for a secret of another key, stays alone in that. */
  private async consumerOf(topic: ReadTopic): Promise<TopicConsumer | null> {
    const about = { organization_id: topic.organization_id, code: topic.code };
    try {
      const kafka = kafkaClient(this.brokersOf(topic), 'tollgate-event-source', this.logger, {
        socketFactory: checkedSockets({
          resolver: this.resolver,
          allowPrivate: this.config.allowPrivateWebhooks,
          connections: connectionsOfSource,
          answerBytes,
        }),
      });
      const { topic: name, consumer_group: group, format, auto_offset_reset: reset } = topic;
      return new TopicConsumer(
        kafka,
        { topic: name, group, format, fromLatest: reset === 'latest' },
        {
          take: (inputs, unread) => this.take(topic, inputs, unread),
          noteFault: (fault) => this.noteFault(topic, fault),
          warn: (error) => this.logger.warn('a topic of an event source is not read', { ...about, error }),
        },
      );
    } catch (error) {
      this.logger.error('a topic of an event source cannot be opened', { ...about, error });
      await this.noteFault(topic, 'password_is_unreadable').catch(() => undefined);
      return null;
    }
  }

  private async noteFault({ id, organization_id: organizationId }: ReadTopic, fault: TopicFault | null): Promise<void> {
    const now = new Date(await this.clock.now(organizationId));
    await this.database.tenant(organizationId, (transaction) => noteFault(transaction, id, fault, now));
  }

  /** @returns false when the source has ended */
  private async take(
    { id, organization_id: organizationId, code }: ReadTopic,
    inputs: SourceInput[],
    unread: UnreadRecord[],
  ): Promise<boolean> {
    const source = await this.known.find(organizationId, code);
    if (!source || source.id !== id || !source.enabled) return false;
    if (inputs.length > 0) await this.intake.take(() => this.records.take(source, inputs));
    await this.records.noteUnreadable(source, unread);
    return true;
  }

  private brokersOf(topic: ReadTopic): KafkaSettings {
    const { brokers, tls, ca_certificates: ca, sasl_mechanism: mechanism, username, password } = topic;
    return {
      brokers,
      tls: tls ? (ca === null ? {} : { ca: Buffer.from(ca) }) : undefined,
      sasl:
        mechanism === null
          ? undefined
          : {
              mechanism,
              username: username ?? '',
              password: this.secrets.open(password ?? '', placeOfPassword(topic)),
            },
    };
  }
}

/** All that a consumer depends on: another text needs another consumer. */
const settingsOf = ({ error: _, error_at: _at, ...settings }: ReadTopic): string => JSON.stringify(settings);
