import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { paginate, type Page, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { AlertsTable } from './alerts.tables.js';
import { tables } from '../wallet.tables.js';

export type AlertRow = Selectable<AlertsTable>;

const ofWallet = (transaction: TenantTransaction, walletId: string) =>
  tables(transaction)
    .selectFrom('wallet.alerts')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('wallet_id', '=', walletId);

export async function insertAlert(transaction: TenantTransaction, row: Insertable<AlertsTable>): Promise<AlertRow> {
  return tables(transaction).insertInto('wallet.alerts').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateAlert(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<AlertsTable>,
): Promise<AlertRow> {
  return tables(transaction)
    .updateTable('wallet.alerts')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds an alert by its code: the oldest one (wallets, section 7). */
export async function findAlert(
  transaction: TenantTransaction,
  walletId: string,
  code: string,
): Promise<AlertRow | undefined> {
  return ofWallet(transaction, walletId)
    .where('code', '=', code)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export async function findAlertOfType(
  transaction: TenantTransaction,
  walletId: string,
  type: AlertRow['alert_type'],
): Promise<AlertRow | undefined> {
  return ofWallet(transaction, walletId).where('alert_type', '=', type).executeTakeFirst();
}

/** Reads one page of alerts, latest first. */
export const listAlerts = (transaction: TenantTransaction, walletId: string, page: Page) =>
  paginate(ofWallet(transaction, walletId).orderBy('created_at', 'desc').orderBy('id'), page);

/** Deletes all alerts of a wallet, or the one with an id. @returns the number of deleted alerts */
export async function deleteAlerts(
  transaction: TenantTransaction,
  walletId: string,
  id: string | null = null,
): Promise<number> {
  const { numDeletedRows: count } = await tables(transaction)
    .deleteFrom('wallet.alerts')
    .where('organization_id', '=', transaction.organizationId)
    .where('wallet_id', '=', walletId)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Reads the alerts of wallets. The caller holds the wallets, so no evaluation runs twice. */
export async function alertsOfWallets(transaction: TenantTransaction, walletIds: string[]): Promise<AlertRow[]> {
  return tables(transaction)
    .selectFrom('wallet.alerts')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`wallet_id = any(${walletIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Stores the values and instants (Unix ms) of evaluations. */
export async function recordEvaluations(
  transaction: TenantTransaction,
  evaluations: { id: string; value: string; now: Instant }[],
): Promise<void> {
  await sql`
    update wallet.alerts as alert set previous_value = look.value, last_processed_at = look.at
    from unnest(
      ${evaluations.map(({ id }) => id)}::uuid[],
      ${evaluations.map(({ value }) => value)}::numeric[],
      ${evaluations.map(({ now }) => new Date(now).toISOString())}::timestamptz[]
    ) as look (id, value, at)
    where alert.id = look.id
  `.execute(transaction);
}
