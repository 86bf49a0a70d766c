import type { TenantTransaction, Transaction } from '@tollgate/platform';
import type { EntryRow } from '../access/entry-rights.js';
import { tables } from '../identity.tables.js';

export async function insertEntry(transaction: TenantTransaction, row: EntryRow): Promise<void> {
  await tables(transaction).insertInto('identity.operator_entries').values(row).execute();
}

/** Selects the stays to end: one, or all of a session or a person. */
export type EntrySelection = { id: string; userId: string } | { sessionId: string } | { userId: string };

/** The stays that have no end yet. */
export async function unendedEntries(transaction: Transaction, selection: EntrySelection): Promise<EntryRow[]> {
  let query = tables(transaction).selectFrom('identity.operator_entries').selectAll().where('left_at', 'is', null);
  if ('id' in selection) query = query.where('id', '=', selection.id);
  if ('userId' in selection) query = query.where('user_id', '=', selection.userId);
  if ('sessionId' in selection) query = query.where('session_id', '=', selection.sessionId);
  return query.execute();
}

/** A stay of a person, ended or not. */
export async function findEntry(transaction: Transaction, id: string, userId: string): Promise<EntryRow | undefined> {
  return tables(transaction)
    .selectFrom('identity.operator_entries')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Ends a stay in the tenant's organization. @returns undefined when it has ended already */
export async function endEntry(transaction: TenantTransaction, id: string, now: Date): Promise<EntryRow | undefined> {
  return tables(transaction)
    .updateTable('identity.operator_entries')
    .set({ left_at: now })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes stays that ended long ago, of the tenant's organization. */
export async function deleteOldEntries(transaction: TenantTransaction, before: Date, limit: number): Promise<void> {
  const old = tables(transaction)
    .selectFrom('identity.operator_entries')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('expires_at', '<', before)
    .limit(limit);
  await tables(transaction).deleteFrom('identity.operator_entries').where('id', 'in', old).execute();
}

/** Whether a person is a member of the tenant's organization. */
export async function isMember(transaction: TenantTransaction, userId: string): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('identity.memberships')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}
