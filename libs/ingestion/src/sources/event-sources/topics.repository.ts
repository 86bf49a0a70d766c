import { sql, type Insertable, type Selectable } from 'kysely';
import { isActive } from '@tollgate/identity/reader';
import type { SecretPlace, TenantTransaction, Transaction } from '@tollgate/platform';
import type { EventSourceTopicsTable } from '../../model/tables/event-sources.tables.js';
import { tables } from '../../model/tables/ingestion.tables.js';

export type TopicRow = Selectable<EventSourceTopicsTable>;

/** Stores the topic of a source in place of an earlier one. */
export async function putTopic(
  transaction: TenantTransaction,
  row: Insertable<EventSourceTopicsTable>,
): Promise<TopicRow> {
  const { id: _, organization_id: _owner, brokers, ...changes } = row;
  return tables(transaction)
    .insertInto('ingestion.event_source_topics')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changes, brokers }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The topics of sources by their ids; other sources have none. */
export async function topicsOf(transaction: TenantTransaction, ids: string[]): Promise<Map<string, TopicRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('ingestion.event_source_topics')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Deletes the topic of a source, with its password. */
export async function deleteTopic(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('ingestion.event_source_topics')
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .execute();
}

/** A topic to read, with the code of its source. */
export type ReadTopic = TopicRow & { code: string };

/** The topics of all enabled sources, of all organizations, the oldest sources first. */
export async function topicsToRead(transaction: Transaction, limit: number): Promise<ReadTopic[]> {
  return tables(transaction)
    .selectFrom('ingestion.event_source_topics as topic')
    .innerJoin('ingestion.event_sources as source', 'source.id', 'topic.id')
    .selectAll('topic')
    .select('source.code')
    .where('source.enabled', '=', true)
    .where('source.deleted_at', 'is', null)
    .where(sql<boolean>`${sql.raw(isActive('topic.organization_id'))}`)
    .orderBy('topic.id')
    .limit(limit)
    .execute();
}

/** The number of topics of all organizations; a deleted source has none. */
export async function countTopics(transaction: Transaction): Promise<number> {
  const { topics } = await tables(transaction)
    .selectFrom('ingestion.event_source_topics')
    .select(({ fn }) => fn.countAll<bigint>().as('topics'))
    .executeTakeFirstOrThrow();
  return Number(topics);
}

/** The number of topics of the organization. */
export async function countTopicsOf(transaction: TenantTransaction): Promise<number> {
  const { topics } = await tables(transaction)
    .selectFrom('ingestion.event_source_topics')
    .select(({ fn }) => fn.countAll<bigint>().as('topics'))
    .where('organization_id', '=', transaction.organizationId)
    .executeTakeFirstOrThrow();
  return Number(topics);
}

/** Stores why no messages of a topic are read, or that they are again. It changes a row only for another reason. */
export async function noteFault(
  transaction: TenantTransaction,
  id: string,
  fault: string | null,
  at: Date,
): Promise<void> {
  await tables(transaction)
    .updateTable('ingestion.event_source_topics')
    .set({ error: fault, error_at: fault === null ? null : at })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`error is distinct from ${fault}`)
    .execute();
}

/** Where the password of a topic is stored. */
export const placeOfPassword = ({
  id,
  organization_id: organizationId,
}: Pick<TopicRow, 'id' | 'organization_id'>): SecretPlace => ({
  schema: 'ingestion',
  table: 'event_source_topics',
  column: 'password',
  id,
  organizationId,
});
