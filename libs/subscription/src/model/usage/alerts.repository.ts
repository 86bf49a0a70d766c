import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { paginate, type Page, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { AlertsTable } from './alerts.tables.js';
import { tables } from '../subscription.tables.js';

export type AlertRow = Selectable<AlertsTable>;

const ofExternalId = (transaction: TenantTransaction, externalId: string) =>
  tables(transaction)
    .selectFrom('subscription.alerts')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('external_subscription_id', '=', externalId);

export async function insertAlert(transaction: TenantTransaction, row: Insertable<AlertsTable>): Promise<AlertRow> {
  return tables(transaction).insertInto('subscription.alerts').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateAlert(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<AlertsTable>,
): Promise<AlertRow> {
  return (
    tables(transaction)
      .updateTable('subscription.alerts')
      // A change without fields still needs a valid statement.
      .set({ id, ...changes })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

export async function findAlert(
  transaction: TenantTransaction,
  externalId: string,
  code: string,
): Promise<AlertRow | undefined> {
  return ofExternalId(transaction, externalId).where('code', '=', code).forUpdate().executeTakeFirst();
}

/** The unique alert of a type and metric. */
export async function findAlertOfType(
  transaction: TenantTransaction,
  externalId: string,
  type: AlertRow['alert_type'],
  metricId: string | null,
): Promise<AlertRow | undefined> {
  return ofExternalId(transaction, externalId)
    .where('alert_type', '=', type)
    .where('billable_metric_id', metricId === null ? 'is' : '=', metricId)
    .executeTakeFirst();
}

/** One page of alerts, latest first (customers, section 8.1). */
export const listAlerts = (transaction: TenantTransaction, externalId: string, page: Page) =>
  paginate(ofExternalId(transaction, externalId).orderBy('created_at', 'desc').orderBy('id'), page);

export async function deleteAlerts(
  transaction: TenantTransaction,
  externalId: string,
  id: string | null = null,
): Promise<number> {
  const { numDeletedRows } = await tables(transaction)
    .deleteFrom('subscription.alerts')
    .where('organization_id', '=', transaction.organizationId)
    .where('external_subscription_id', '=', externalId)
    .$if(id !== null, (query) => query.where('id', '=', id))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Locks the alerts of external ids, so each evaluation is decided once. */
export async function lockAlerts(transaction: TenantTransaction, externalIds: string[]): Promise<AlertRow[]> {
  return tables(transaction)
    .selectFrom('subscription.alerts')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`external_subscription_id = any(${externalIds}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Stores the last evaluated values of alerts, at an instant (Unix ms). */
export async function recordEvaluations(
  transaction: TenantTransaction,
  evaluations: { id: string; value: string }[],
  now: Instant,
): Promise<void> {
  await sql`
    update subscription.alerts as alert set previous_value = look.value, last_processed_at = ${new Date(now)}
    from unnest(${evaluations.map(({ id }) => id)}::uuid[], ${evaluations.map(({ value }) => value)}::numeric[]) as look (id, value)
    where alert.id = look.id
  `.execute(transaction);
}
