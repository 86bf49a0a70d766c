import { sql, type Insertable, type Selectable } from 'kysely';
import type { ActivityLogFilters, SortsOf } from '@tollgate/contracts';
import {
  instantKey,
  isId,
  listForm,
  narrowed,
  readList,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import type { ActivityLogsTable } from '../tables/activity-logs.tables.js';
import { tables } from '../tables/webhook-delivery.tables.js';

export type ActivityLogRow = Selectable<ActivityLogsTable>;
export type NewActivityLog = Insertable<ActivityLogsTable>;
type Shown = Record<string, unknown>;

/** The last published version of an object, by kind and id. */
export interface LastSeenObject {
  kind: string;
  id: string;
  object: Shown;
}

export const nameOf = ({ kind, id }: Pick<LastSeenObject, 'kind' | 'id'>): string => `${kind} ${id}`;

const logs = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('webhook_delivery.activity_logs')
    .where('organization_id', '=', transaction.organizationId);

export async function insertActivityLogs(transaction: TenantTransaction, rows: NewActivityLog[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into webhook_delivery.activity_logs (
      id, organization_id, activity_type, activity_source, user_email, portal_customer_id, agent, resource_type, resource_id,
      external_customer_id, external_subscription_id, activity_object, activity_object_changes, logged_at
    )
    select id, organization_id, activity_type, activity_source, user_email, portal_customer_id, agent, resource_type, resource_id,
           external_customer_id, external_subscription_id, activity_object::json, activity_object_changes::json, logged_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as listed (
      id uuid, organization_id uuid, activity_type text, activity_source text, user_email text, portal_customer_id uuid, agent text,
      resource_type text, resource_id uuid, external_customer_id text, external_subscription_id text, activity_object text,
      activity_object_changes text, logged_at timestamptz
    )
  `.execute(transaction);
}

/** Reads the last published versions of objects, by name; objects without one are missing. */
export async function readLastSeenObjects(
  transaction: TenantTransaction,
  requestedObjects: Pick<LastSeenObject, 'kind' | 'id'>[],
): Promise<Map<string, Shown>> {
  if (requestedObjects.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('webhook_delivery.told_objects')
    .select(['kind', 'object_id', 'object'])
    .where('organization_id', '=', transaction.organizationId)
    .where('kind', 'in', [...new Set(requestedObjects.map(({ kind }) => kind))])
    .where(sql<boolean>`object_id = any(${requestedObjects.map(({ id }) => id)}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [nameOf({ kind: row.kind, id: row.object_id }), row.object]));
}

/** Stores the last published versions of objects. */
export async function writeLastSeenObjects(transaction: TenantTransaction, objects: LastSeenObject[]): Promise<void> {
  if (objects.length === 0) return;
  const rows = objects.map(({ kind, id, object }) => ({ kind, id, object: JSON.stringify(object) }));
  await sql`
    insert into webhook_delivery.told_objects (organization_id, kind, object_id, object)
    select ${transaction.organizationId}::uuid, kind, id, object::json
    from json_to_recordset(${JSON.stringify(rows)}::json) as listed (kind text, id uuid, object text)
    on conflict (organization_id, kind, object_id) do update set object = excluded.object
  `.execute(transaction);
}

export async function deleteLastSeenObjects(
  transaction: TenantTransaction,
  deletedObjects: Pick<LastSeenObject, 'kind' | 'id'>[],
): Promise<void> {
  if (deletedObjects.length === 0) return;
  await tables(transaction)
    .deleteFrom('webhook_delivery.told_objects')
    .where('organization_id', '=', transaction.organizationId)
    .where(
      sql<boolean>`(kind, object_id) in (select * from unnest(${deletedObjects.map(({ kind }) => kind)}::text[], ${deletedObjects.map(({ id }) => id)}::uuid[]))`,
    )
    .execute();
}

export async function findActivityLog(transaction: TenantTransaction, id: string): Promise<ActivityLogRow | undefined> {
  return logs(transaction).selectAll().where('id', '=', id).executeTakeFirst();
}

const list = listForm<SortsOf<ActivityLogFilters>>({
  keys: { logged_at: instantKey('logged_at') },
  order: [
    ['logged_at', 'desc'],
    ['id', 'desc'],
  ],
  searched: ['activity_type', 'user_email', 'external_customer_id', 'external_subscription_id', sql`resource_id::text`],
});

/** Reads one page of matching entries, the latest first. */
export async function listActivityLogs(transaction: TenantTransaction, filters: ActivityLogFilters) {
  const {
    from_date: from,
    to_date: to,
    external_customer_id: customer,
    external_subscription_id: subscription,
  } = filters;
  const oneOf = (column: string, values: string[] | undefined) =>
    values === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${values}::text[])`;
  const found = logs(transaction)
    .selectAll()
    .where(oneOf('activity_type', filters.activity_types))
    .where(oneOf('activity_source', filters.activity_sources))
    .where(oneOf('user_email', filters.user_emails))
    .where(oneOf('resource_type', filters.resource_types))
    .$if(filters.resource_ids !== undefined, (query) =>
      query.where(sql<boolean>`resource_id = any(${filters.resource_ids?.filter(isId)}::uuid[])`),
    )
    .$if(from !== undefined, (query) => query.where('logged_at', '>=', from as Date))
    .$if(to !== undefined, (query) => query.where('logged_at', '<=', to as Date))
    .$if(customer !== undefined, (query) => query.where('external_customer_id', '=', customer as string))
    .$if(subscription !== undefined, (query) => query.where('external_subscription_id', '=', subscription as string));
  return readList(transaction, narrowed(found, list, filters), list, filters);
}

/** @returns the number of deleted entries, `limit` at most */
export async function deleteOldActivityLogs(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery.activity_logs
    where id in (select id from webhook_delivery.activity_logs where created_at < ${before} order by created_at limit ${limit})
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}
