import { Injectable } from '@nestjs/common';
import { topicBounds, type EventSourceKind, type RawInput } from '@tollgate/contracts';
import { Config, SecretBox, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { kindOf } from '../kinds/registry.js';
import { readTopic, type NamedTopic } from './topic-input.js';
import { countTopics, placeOfPassword, putTopic, type TopicRow } from './topics.repository.js';

/** The topics that sources of a kind without calls read. */
@Injectable()
export class SourceTopics {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly config: Config,
    private readonly secrets: SecretBox,
  ) {}

  /**
   * Reads the topic of a new source.
   * @returns null for a kind that has none
   * @throws ValidationFailed
   */
  async ofNew(kind: EventSourceKind, raw: RawInput | undefined, code: string): Promise<NamedTopic | null> {
    const topic = this.ofKind(kind, raw, code);
    if (kindOf(kind).door !== 'topic') return null;
    if (topic === null) throw new ValidationFailed({ kafka: ['value_is_mandatory'] });
    const topics = await this.database.everyTenant((transaction) => countTopics(transaction));
    if (topics >= topicBounds.sources) throw new ValidationFailed({ base: ['too_many_kafka_sources'] });
    return topic;
  }

  /** Reads the topic of a call; null for a call without one. @throws ValidationFailed, also for a kind that has none */
  ofKind(kind: EventSourceKind, raw: RawInput | undefined, code: string): NamedTopic | null {
    if (raw === undefined) return null;
    if (kindOf(kind).door !== 'topic') throw new ValidationFailed({ kafka: ['value_is_invalid'] });
    const read = readTopic(raw, code, this.config.allowPrivateWebhooks);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    return read.topic;
  }

  /** Stores the topic of a source in place of an earlier one. @param id of the source */
  async put(transaction: TenantTransaction, id: string, topic: NamedTopic): Promise<TopicRow> {
    const { organizationId } = transaction;
    const { password } = topic;
    return putTopic(transaction, {
      id,
      organization_id: organizationId,
      brokers: JSON.stringify(topic.brokers),
      topic: topic.topic,
      consumer_group: topic.group,
      tls: topic.tls,
      sasl_mechanism: topic.mechanism,
      username: topic.username,
      password:
        password === null
          ? null
          : this.secrets.seal(password, placeOfPassword({ id, organization_id: organizationId })),
      error: null,
      error_at: null,
    });
  }
}
