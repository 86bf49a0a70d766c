import { Injectable } from '@nestjs/common';
import {
  sourceBounds,
  type EventSource,
  type EventSourceCreate,
  type EventSourceFilters,
  type EventSourceRefusal,
  type EventSourceRefusalFilters,
  type EventSourceTopic,
  type EventSourceUpdate,
  type Meta,
  type RawInput,
  type SourceRule,
} from '@tollgate/contracts';
import {
  brokenUniqueIndex,
  Clock,
  newId,
  NotFound,
  refuseErrors,
  ValidationFailed,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { IngestionDatabase } from '../../ingestion.database.js';
import { countsOf } from '../counts/source-counts.repository.js';
import { deleteRefusals, listRefusals } from '../counts/source-refusals.repository.js';
import { cloudEventRules } from '../kinds/cloud-event-rules.js';
import { kindOf } from '../kinds/registry.js';
import { presentSource } from './event-source.presenter.js';
import {
  countSources,
  findBySecret,
  findSource,
  insertSource,
  listSources,
  updateSource,
  type EventSourceRow,
} from './event-sources.repository.js';
import { KnownSources } from './known-sources.js';
import { readRules } from './rule-input.js';
import { endOf, hashSecret, newSourceSecret } from './source-secrets.js';
import { SourceTopics } from './source-topics.js';
import { deleteTopic, topicsOf } from './topics.repository.js';

type Change = 'event_source.created' | 'event_source.updated' | 'event_source.deleted';

/** Event sources (metering, section 2.8). */
@Injectable()
export class EventSourcesService {
  constructor(
    private readonly database: IngestionDatabase,
    private readonly clock: Clock,
    private readonly known: KnownSources,
    private readonly topics: SourceTopics,
  ) {}

  /** Creates a source; without rules it gets those of its kind. @throws ValidationFailed */
  async create(organizationId: string, input: EventSourceCreate): Promise<EventSource> {
    const now = await this.clock.now(organizationId);
    const topic = await this.topics.ofNew(input.kind, input.kafka);
    const preset = topic?.format === 'cloud_events' ? cloudEventRules : kindOf(input.kind).presetRules;
    const rules = input.rules ? rulesOf(input.rules) : [...preset];
    if (rules.length === 0) throw new ValidationFailed({ rules: ['value_is_mandatory'] });
    const secret = newSourceSecret();
    const created = await this.withUniqueCode(organizationId, async (transaction) => {
      if ((await countSources(transaction)) >= sourceBounds.sources)
        throw new ValidationFailed({ base: [`maximum of ${sourceBounds.sources} event sources reached`] });
      if (await findSource(transaction, input.code)) throw codeTaken();
      const row = await insertSource(transaction, {
        id: newId(),
        organization_id: organizationId,
        code: input.code,
        name: input.name,
        kind: input.kind,
        enabled: input.enabled ?? true,
        rules: JSON.stringify(rules),
        secret_hash: hashSecret(secret),
        secret_end: endOf(secret),
        created_at: new Date(now),
        updated_at: new Date(now),
        deleted_at: null,
      });
      if (topic) await this.topics.put(transaction, row, topic);
      const shown = await present(transaction, row);
      await this.publish(transaction, 'event_source.created', shown, now);
      return { ...shown, secret };
    });
    this.known.evict(organizationId, created.code);
    return created;
  }

  async list(
    organizationId: string,
    filters: EventSourceFilters,
  ): Promise<{ event_sources: EventSource[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listSources(transaction, filters);
      const ids = rows.map(({ id }) => id);
      const counts = await countsOf(transaction, ids);
      const topics = await topicsOf(transaction, ids);
      const shown = rows.map((row) => presentSource(row, { counts: counts.get(row.id), topic: topics.get(row.id) }));
      return { event_sources: shown, meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<EventSource> {
    return this.database.tenant(organizationId, async (transaction) =>
      present(transaction, await existing(transaction, code)),
    );
  }

  /** The last refused records of a source. @throws NotFound */
  async refusals(
    organizationId: string,
    code: string,
    page: EventSourceRefusalFilters,
  ): Promise<{ event_source_refusals: EventSourceRefusal[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) =>
      listRefusals(transaction, (await existing(transaction, code)).id, page),
    );
  }

  /** Changes the submitted fields. @throws NotFound, ValidationFailed */
  async update(organizationId: string, code: string, input: EventSourceUpdate): Promise<EventSource> {
    const rules = input.rules && rulesOf(input.rules);
    if (rules?.length === 0) throw new ValidationFailed({ rules: ['value_is_mandatory'] });
    const changes = {
      ...(input.name ? { name: input.name } : {}),
      ...(input.code ? { code: input.code } : {}),
      ...(typeof input.enabled === 'boolean' ? { enabled: input.enabled } : {}),
      ...(rules ? { rules: JSON.stringify(rules) } : {}),
    };
    return this.change(organizationId, code, 'event_source.updated', changes, input.kafka);
  }

  /** Replaces the secret; the old one ends at once. @throws NotFound */
  async rotate(organizationId: string, code: string): Promise<EventSource> {
    const secret = newSourceSecret();
    const changes = { secret_hash: hashSecret(secret), secret_end: endOf(secret) };
    return { ...(await this.change(organizationId, code, 'event_source.updated', changes)), secret };
  }

  /** Deletes a source, whose code is free again. @throws NotFound */
  async remove(organizationId: string, code: string): Promise<EventSource> {
    return this.change(organizationId, code, 'event_source.deleted', {});
  }

  /** The owner of a secret, deleted or not; null for an unknown secret. */
  async ownerOf(secretHash: string): Promise<{ organization_id: string; event_source_id: string } | null> {
    const row = await this.database.everyTenant((transaction) => findBySecret(transaction, secretHash));
    return row ? { organization_id: row.organization_id, event_source_id: row.id } : null;
  }

  private async change(
    organizationId: string,
    code: string,
    change: Change,
    changes: Parameters<typeof updateSource>[2],
    rawTopic?: RawInput,
  ): Promise<EventSource> {
    const now = await this.clock.now(organizationId);
    const shown = await this.withUniqueCode(organizationId, async (transaction) => {
      const source = await existing(transaction, code);
      const topic = this.topics.ofKind(source.kind, rawTopic);
      if (topic) await this.topics.put(transaction, source, topic);
      const row = await updateSource(transaction, source.id, {
        ...changes,
        updated_at: new Date(now),
        ...(change === 'event_source.deleted' ? { deleted_at: new Date(now) } : {}),
      });
      if (!row) throw new NotFound('event_source');
      const shownSource = await present(transaction, row);
      if (change === 'event_source.deleted') {
        await deleteTopic(transaction, row.id);
        await deleteRefusals(transaction, row.id);
      }
      await this.publish(transaction, change, shownSource, now);
      return shownSource;
    });
    for (const each of [code, shown.code]) this.known.evict(organizationId, each);
    return shown;
  }

  /** Publishes a change for the activity log: what people set, without counts. */
  private async publish(
    transaction: TenantTransaction,
    change: Change,
    source: EventSource,
    now: Instant,
  ): Promise<void> {
    const { svc_id: id, code, name, kind, enabled, secret, kafka, rules, created_at } = source;
    const shown = { svc_id: id, code, name, kind, enabled, secret, kafka: kafka && setOf(kafka), rules, created_at };
    await transaction.append(change, id, { event_source_id: id, event_source: shown }, now);
  }

  private async withUniqueCode<T>(
    organizationId: string,
    work: (transaction: TenantTransaction) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.database.tenant(organizationId, work);
    } catch (error) {
      if (brokenUniqueIndex(error) === 'event_sources_code') throw codeTaken();
      throw error;
    }
  }
}

const codeTaken = () => new ValidationFailed({ code: ['value_already_exist'] });

/** The settings of a topic, without its state. */
const setOf = ({ error: _, error_at: _at, ...settings }: EventSourceTopic) => settings;

/** @throws ValidationFailed */
function rulesOf(raw: readonly RawInput[]): SourceRule[] {
  const { rules, errors } = readRules(raw);
  refuseErrors(errors);
  if (Buffer.byteLength(JSON.stringify(rules)) > sourceBounds.rulesBytes)
    throw new ValidationFailed({ rules: ['value_is_too_long'] });
  return rules;
}

async function existing(transaction: TenantTransaction, code: string): Promise<EventSourceRow> {
  const row = await findSource(transaction, code);
  if (!row) throw new NotFound('event_source');
  return row;
}

async function present(transaction: TenantTransaction, row: EventSourceRow): Promise<EventSource> {
  const counts = await countsOf(transaction, [row.id]);
  const topics = await topicsOf(transaction, [row.id]);
  return presentSource(row, { counts: counts.get(row.id), topic: topics.get(row.id) });
}
