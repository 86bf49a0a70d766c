import { Injectable } from '@nestjs/common';
import { topicBounds, type EventSourceKind, type RawInput } from '@tollgate/contracts';
import { Config, SecretBox, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { kindOf } from '../kinds/registry.js';
import { readTopic, type NamedTopic } from './topic-input.js';
import { countTopics, countTopicsOf, placeOfPassword, putTopic, topicsOf, type TopicRow } from './topics.repository.js';

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
  async ofNew(kind: EventSourceKind, raw: RawInput | undefined): Promise<NamedTopic | null> {
    const topic = this.ofKind(kind, raw);
    if (kindOf(kind).door !== 'topic') return null;
    if (topic === null) throw new ValidationFailed({ kafka: ['value_is_mandatory'] });
    const topics = await this.database.everyTenant((transaction) => countTopics(transaction));
    if (topics >= topicBounds.sources) throw tooMany();
    return topic;
  }

  /** Reads the topic of a call; null for a call without one. @throws ValidationFailed, also for a kind that has none */
  ofKind(kind: EventSourceKind, raw: RawInput | undefined): NamedTopic | null {
    if (raw === undefined) return null;
    if (kindOf(kind).door !== 'topic') throw new ValidationFailed({ kafka: ['value_is_invalid'] });
    const read = readTopic(raw, this.config.allowPrivateWebhooks);
    if ('errors' in read) throw new ValidationFailed(read.errors);
    return read.topic;
  }

  /**
   * Stores the topic of a source in place of an earlier one, whose group it keeps unless it names another.
   * @param source its id, and its code for the name of a new group
   * @throws ValidationFailed when the organization has too many
   */
  async put(
    transaction: TenantTransaction,
    { id, code }: { id: string; code: string },
    topic: NamedTopic,
  ): Promise<TopicRow> {
    const { organizationId } = transaction;
    const earlier = (await topicsOf(transaction, [id])).get(id);
    if (!earlier && (await countTopicsOf(transaction)) >= topicBounds.sourcesOfOrganization) throw tooMany();
    const { login } = topic;
    const place = placeOfPassword({ id, organization_id: organizationId });
    return putTopic(transaction, {
      id,
      organization_id: organizationId,
      brokers: JSON.stringify(topic.brokers),
      topic: topic.topic,
      // Two organizations that read one topic must not share its messages among them.
      consumer_group: topic.group ?? earlier?.consumer_group ?? `tollgate.${organizationId}.${code}`,
      auto_offset_reset: topic.auto_offset_reset,
      format: topic.format,
      tls: topic.tls,
      ca_certificates: topic.authorities,
      sasl_mechanism: login?.mechanism ?? null,
      username: login?.username ?? null,
      password: login && this.secrets.seal(login.password, place),
      error: null,
      error_at: null,
    });
  }
}

const tooMany = () => new ValidationFailed({ base: ['too_many_kafka_sources'] });
