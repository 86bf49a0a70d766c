import type { Selectable, Updateable } from 'kysely';
import type { AccountingSyncFilters } from '@tollgate/contracts';
import { paginate, type TenantTransaction, type Transaction } from '@tollgate/platform';
import type { AccountingSyncsTable } from './accounting.tables.js';
import { tables } from '../invoicing.tables.js';

export type AccountingSyncRow = Selectable<AccountingSyncsTable>;

/** A due document with its parent, and the id of that in the system; null where the system has no parent. */
export interface DueSync extends AccountingSyncRow {
  parent_external_id: string | null;
  parent_document_id: string | null;
}

/** The documents that a job reads at once. */
const dueAtOnce = 20;

/** The oldest due documents of a connection, except those whose parent is not there yet. */
export async function dueSyncs(transaction: TenantTransaction, accountingProviderId: string): Promise<DueSync[]> {
  return tables(transaction)
    .selectFrom('invoicing.accounting_syncs as sync')
    .leftJoin('invoicing.accounting_syncs as parent', 'parent.id', 'sync.parent_id')
    .selectAll('sync')
    .select(['parent.external_id as parent_external_id', 'parent.document_id as parent_document_id'])
    .where('sync.accounting_provider_id', '=', accountingProviderId)
    .where('sync.status', '=', 'pending')
    .where('sync.next_attempt_at', '<=', new Date())
    .where((where) =>
      where.or([
        where('sync.parent_id', 'is', null),
        where('parent.status', '=', 'done'),
        where('parent.external_id', 'is not', null),
      ]),
    )
    .orderBy('sync.id')
    .limit(dueAtOnce)
    .execute();
}

/** Locks a document until the end of the transaction. */
export async function lockSync(transaction: TenantTransaction, id: string): Promise<AccountingSyncRow | undefined> {
  return tables(transaction)
    .selectFrom('invoicing.accounting_syncs')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSync(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<AccountingSyncsTable>,
): Promise<void> {
  await tables(transaction).updateTable('invoicing.accounting_syncs').set(changes).where('id', '=', id).execute();
}

/** A page of the documents of a connection, newest first. */
export async function listSyncs(
  transaction: TenantTransaction,
  accountingProviderId: string,
  { status, document_type: type, ...page }: AccountingSyncFilters,
) {
  let query = tables(transaction)
    .selectFrom('invoicing.accounting_syncs')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('accounting_provider_id', '=', accountingProviderId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (type !== undefined) query = query.where('document_type', '=', type);
  return paginate(query.orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
}

/** Makes the refused documents of a connection due, and the postponed ones at once. */
export async function retrySyncs(transaction: TenantTransaction, accountingProviderId: string): Promise<void> {
  const now = new Date();
  await tables(transaction)
    .updateTable('invoicing.accounting_syncs')
    .set({ status: 'pending', attempts: 0, next_attempt_at: now, updated_at: now })
    .where('accounting_provider_id', '=', accountingProviderId)
    .where('status', 'in', ['pending', 'refused'])
    .execute();
}

/** The creation of the oldest document that no connected system has accepted yet. */
export async function oldestPendingSync(transaction: Transaction): Promise<Date | undefined> {
  const row = await tables(transaction)
    .selectFrom('invoicing.accounting_syncs as sync')
    .innerJoin('invoicing.accounting_providers as connection', 'connection.id', 'sync.accounting_provider_id')
    .select('sync.created_at')
    .where('sync.status', '=', 'pending')
    .where('connection.deleted_at', 'is', null)
    .orderBy('sync.created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
