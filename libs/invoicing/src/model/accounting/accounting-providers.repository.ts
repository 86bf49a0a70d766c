import { sql, type Selectable, type Updateable } from 'kysely';
import { paginate, type Page, type TenantTransaction, type Transaction } from '@tollgate/platform';
import type { AccountingLink } from '@tollgate/subscription/reader';
import type { AccountingProvidersTable } from './accounting.tables.js';
import { tables } from '../invoicing.tables.js';

export type AccountingProviderRow = Selectable<AccountingProvidersTable>;

/** The maximum per run of the reconciler; the next run takes the others. */
const limit = 500;

/** Where the secret of a connection is stored. */
export const placeOfSecret = ({ id, organization_id: organizationId }: { id: string; organization_id: string }) => ({
  schema: 'invoicing',
  table: 'accounting_providers',
  column: 'secret',
  id,
  organizationId,
});

const connected = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.accounting_providers')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function findAccountingProvider(
  transaction: TenantTransaction,
  code: string,
): Promise<AccountingProviderRow | undefined> {
  return connected(transaction).where('code', '=', code).executeTakeFirst();
}

/** All connections of the organization; most have none. */
export async function connectedAccountingProviders(transaction: TenantTransaction): Promise<AccountingProviderRow[]> {
  return connected(transaction).execute();
}

/** The connection that a customer is linked to. */
export const connectionOfLink = (
  connections: readonly AccountingProviderRow[],
  link: AccountingLink | undefined,
): AccountingProviderRow | undefined =>
  connections.find(({ provider, code }) => provider === link?.provider && code === link.code);

/** A connection by its id, unless it is disconnected. */
export async function accountingProviderById(
  transaction: TenantTransaction,
  id: string,
): Promise<AccountingProviderRow | undefined> {
  return connected(transaction).where('id', '=', id).executeTakeFirst();
}

export async function listAccountingProviders(transaction: TenantTransaction, page: Page) {
  return paginate(connected(transaction).orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
}

export async function insertAccountingProvider(
  transaction: TenantTransaction,
  row: AccountingProviderRow,
): Promise<void> {
  await tables(transaction)
    .insertInto('invoicing.accounting_providers')
    .values({ ...row, mappings: JSON.stringify(row.mappings) })
    .execute();
}

export async function updateAccountingProvider(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<AccountingProvidersTable>,
): Promise<void> {
  await tables(transaction).updateTable('invoicing.accounting_providers').set(changes).where('id', '=', id).execute();
}

/** Disconnects a system once, and deletes its secret. @returns whether it was connected */
export async function removeAccountingProvider(transaction: TenantTransaction, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows: count } = await tables(transaction)
    .updateTable('invoicing.accounting_providers')
    .set({ secret: '', deleted_at: at, updated_at: at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count > 0n;
}

/**
 * Claims a connection for one job: only one at a time sends documents to a system. A claim passes by itself.
 * @returns undefined while another job has it, or while the system rests
 */
export async function claimAccountingProvider(
  transaction: TenantTransaction,
  id: string,
  claimMs: number,
): Promise<AccountingProviderRow | undefined> {
  const now = new Date();
  return tables(transaction)
    .updateTable('invoicing.accounting_providers')
    .set({ claimed_until: new Date(now.getTime() + claimMs) })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('claimed_until', '<=', now)
    .where('rests_until', '<=', now)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Extends the claim of a job that still works.
 * @returns the connection with its present settings; undefined if the claim has passed, or the system is disconnected
 */
export async function extendClaim(
  transaction: TenantTransaction,
  { id, claimed_until: claimedUntil }: AccountingProviderRow,
  claimMs: number,
): Promise<AccountingProviderRow | undefined> {
  return tables(transaction)
    .updateTable('invoicing.accounting_providers')
    .set({ claimed_until: new Date(Date.now() + claimMs) })
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Ends the claim of a job, if it is still its own. */
export async function releaseClaim(
  transaction: TenantTransaction,
  { id, claimed_until: claimedUntil }: AccountingProviderRow,
): Promise<void> {
  await tables(transaction)
    .updateTable('invoicing.accounting_providers')
    .set({ claimed_until: new Date() })
    .where('id', '=', id)
    .where('claimed_until', '=', claimedUntil)
    .execute();
}

/** Connections of all organizations with documents that may be sent now. */
export async function accountingProvidersWithDueSyncs(
  transaction: Transaction,
): Promise<{ organization_id: string; id: string }[]> {
  return tables(transaction)
    .selectFrom('invoicing.accounting_providers as connection')
    .select(['connection.organization_id', 'connection.id'])
    .where('connection.deleted_at', 'is', null)
    .where(sql<boolean>`connection.rests_until <= now() and connection.claimed_until <= now()`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('invoicing.accounting_syncs as sync')
          .select('sync.id')
          .whereRef('sync.accounting_provider_id', '=', 'connection.id')
          .where('sync.status', '=', 'pending')
          .where(sql<boolean>`sync.next_attempt_at <= now()`),
      ),
    )
    .orderBy('connection.rests_until')
    .limit(limit)
    .execute();
}
