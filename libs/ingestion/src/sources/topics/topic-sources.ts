import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { topicBounds } from '@tollgate/contracts';
import {
  AddressResolver,
  checkedSockets,
  Clock,
  Config,
  kafkaClient,
  Logger,
  SecretBox,
  type KafkaSettings,
} from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { EventIntake } from '../../intake/events/event-intake.js';
import { SourceRecords } from '../doors/source-records.js';
import { KnownSources } from '../event-sources/known-sources.js';
import { kafka as kind } from '../kinds/kafka.js';
import type { SourceInput } from '../rules/source-input.js';
import { TopicConsumer } from './topic-consumer.js';
import { noteFault, placeOfPassword, topicsToRead, type ReadTopic } from '../event-sources/topics.repository.js';

const lookEveryMs = 5_000;

/** Reads the topics of event sources, in every process: those of one group share the partitions among them. */
@Injectable()
export class TopicSources implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** By the id of the source, with the version of its settings. */
  private readonly consumers = new Map<string, { version: string; consumer: TopicConsumer }>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: IngestionDatabase,
    private readonly known: KnownSources,
    private readonly records: SourceRecords,
    private readonly intake: EventIntake,
    private readonly clock: Clock,
    private readonly secrets: SecretBox,
    private readonly config: Config,
    private readonly resolver: AddressResolver,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.looking = this.looking
        .then(() => this.look())
        .catch((error: unknown) => this.logger.warn('topics of event sources cannot be listed', { error }));
    }, lookEveryMs).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await Promise.allSettled([...this.consumers.values()].map(({ consumer }) => consumer.stop()));
  }

  /** Starts the consumers of new and changed sources, and stops those of sources that have ended. */
  private async look(): Promise<void> {
    const topics = await this.database.everyTenant((transaction) => topicsToRead(transaction, topicBounds.sources));
    const wanted = new Map(topics.map((topic) => [topic.id, topic]));
    for (const [id, { version, consumer }] of this.consumers) {
      const topic = wanted.get(id);
      if (topic && versionOf(topic) === version) wanted.delete(id);
      else {
        this.consumers.delete(id);
        // Its connection may take long to end, which delays no other source.
        void consumer.stop();
      }
    }
    for (const topic of wanted.values()) this.start(topic);
  }

  /** A topic that cannot be opened, such as for a secret of another key, stays alone in that. */
  private start(topic: ReadTopic): void {
    const { id, organization_id: organizationId, code } = topic;
    try {
      const kafka = kafkaClient(this.settingsOf(topic), 'tollgate-event-source', this.logger, {
        socketFactory: checkedSockets({ resolver: this.resolver, allowPrivate: this.config.allowPrivateWebhooks }),
      });
      const consumer = new TopicConsumer(
        kafka,
        { topic: topic.topic, group: topic.consumer_group },
        {
          kind,
          take: (inputs, faults) => this.take(topic, inputs, faults),
          noteFault: async (fault) => {
            const now = new Date(await this.clock.now(organizationId));
            await this.database.tenant(organizationId, (transaction) => noteFault(transaction, id, fault, now));
          },
        },
      );
      this.consumers.set(id, { version: versionOf(topic), consumer });
    } catch (error) {
      this.logger.error('the topic of an event source cannot be read', {
        organization_id: organizationId,
        code,
        error,
      });
    }
  }

  private async take({ id, organization_id, code }: ReadTopic, inputs: SourceInput[], faults: string[]) {
    const source = await this.known.find(organization_id, code);
    if (!source || source.id !== id || !source.enabled) return false;
    for (const fault of faults) await this.records.noteUnreadable(source, fault);
    if (inputs.length > 0) await this.intake.take(() => this.records.take(source, inputs));
    return true;
  }

  private settingsOf(topic: ReadTopic): KafkaSettings {
    const { brokers, tls, sasl_mechanism: mechanism, username, password } = topic;
    return {
      brokers,
      tls: tls ? {} : undefined,
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

const versionOf = ({ updated_at: at, code }: ReadTopic): string => `${at.toISOString()} ${code}`;
