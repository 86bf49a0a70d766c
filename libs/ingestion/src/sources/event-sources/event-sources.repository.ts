import type { EventSourceFilters, SortsOf } from '@tollgate/contracts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import {
  instantKey,
  listForm,
  nameKey,
  narrowed,
  newestFirst,
  readList,
  textKey,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import type { EventSourcesTable } from '../../model/tables/event-sources.tables.js';
import { tables } from '../../model/tables/ingestion.tables.js';

export type EventSourceRow = Selectable<EventSourcesTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('ingestion.event_sources')
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertSource(
  transaction: TenantTransaction,
  row: Insertable<EventSourcesTable>,
): Promise<EventSourceRow> {
  return tables(transaction).insertInto('ingestion.event_sources').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findSource(transaction: TenantTransaction, code: string): Promise<EventSourceRow | undefined> {
  return live(transaction).selectAll().where('code', '=', code).executeTakeFirst();
}

/** A source by its id; undefined if it is deleted. */
export async function findSourceById(transaction: TenantTransaction, id: string): Promise<EventSourceRow | undefined> {
  return live(transaction).selectAll().where('id', '=', id).executeTakeFirst();
}

export async function countSources(transaction: TenantTransaction): Promise<number> {
  const { sources } = await live(transaction)
    .select(({ fn }) => fn.countAll<bigint>().as('sources'))
    .executeTakeFirstOrThrow();
  return Number(sources);
}

/** Changes a source that is not deleted. @returns undefined if it is */
export async function updateSource(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<EventSourcesTable>,
): Promise<EventSourceRow | undefined> {
  return tables(transaction)
    .updateTable('ingestion.event_sources')
    .set(changes)
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

const list = listForm<SortsOf<EventSourceFilters>>({
  keys: { created_at: instantKey('created_at'), name: textKey('name'), code: nameKey('code') },
  order: newestFirst,
  searched: ['name', 'code'],
});

export async function listSources(transaction: TenantTransaction, filters: EventSourceFilters) {
  const { kind, enabled } = filters;
  const query = live(transaction)
    .selectAll()
    .$if(kind !== undefined, (some) => some.where('kind', '=', kind as EventSourceRow['kind']))
    .$if(enabled !== undefined, (some) => some.where('enabled', '=', enabled as boolean));
  return readList(transaction, narrowed(query, list, filters), list, filters);
}

/** The source with a secret, over all organizations, deleted or not. */
export async function findBySecret(
  transaction: Transaction,
  secretHash: string,
): Promise<{ id: string; organization_id: string } | undefined> {
  return tables(transaction)
    .selectFrom('ingestion.event_sources')
    .select(['id', 'organization_id'])
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
}
