import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { mostPortalAlerts } from '@tollgate/contracts';
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

/** The organization's unique alert of a type and metric. */
export async function findAlertOfType(
  transaction: TenantTransaction,
  externalId: string,
  type: AlertRow['alert_type'],
  metricId: string | null,
): Promise<AlertRow | undefined> {
  return ofExternalId(transaction, externalId)
    .where('customer_id', 'is', null)
    .where('alert_type', '=', type)
    .where('billable_metric_id', metricId === null ? 'is' : '=', metricId)
    .executeTakeFirst();
}

/** One page of alerts, latest first (customers, section 8.1). */
export const listAlerts = (transaction: TenantTransaction, externalId: string, page: Page) =>
  paginate(ofExternalId(transaction, externalId).orderBy('created_at', 'desc').orderBy('id'), page);

/** The alerts that a customer set on an external id, latest first. */
export async function alertsOfCustomer(
  transaction: TenantTransaction,
  externalId: string,
  customerId: string,
): Promise<AlertRow[]> {
  return ofExternalId(transaction, externalId)
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostPortalAlerts)
    .execute();
}

/** @returns whether it existed */
export async function deleteAlert(transaction: TenantTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(transaction)
    .deleteFrom('subscription.alerts')
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes the organization's alerts on an external id; those of its customer stay. */
export async function deleteAlerts(transaction: TenantTransaction, externalId: string): Promise<void> {
  await tables(transaction)
    .deleteFrom('subscription.alerts')
    .where('organization_id', '=', transaction.organizationId)
    .where('external_subscription_id', '=', externalId)
    .where('customer_id', 'is', null)
    .execute();
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
