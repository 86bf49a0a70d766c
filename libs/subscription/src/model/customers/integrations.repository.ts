import type { Insertable, Updateable } from 'kysely';
import { groupBy, type TenantTransaction } from '@tollgate/platform';
import type { IntegrationCustomersTable, IntegrationsTable } from './integrations.tables.js';
import { tables } from '../subscription.tables.js';

export async function insertIntegration(
  transaction: TenantTransaction,
  row: Insertable<IntegrationsTable>,
): Promise<void> {
  await tables(transaction).insertInto('subscription.integrations').values(row).execute();
}

/** Registers an external system, or states whether an existing one of its type and code is connected. */
export async function connectIntegration(
  transaction: TenantTransaction,
  row: Insertable<IntegrationsTable> & { connected: boolean },
): Promise<void> {
  await tables(transaction)
    .insertInto('subscription.integrations')
    .values(row)
    .onConflict((conflict) => conflict.constraint('integrations_code').doUpdateSet({ connected: row.connected }))
    .execute();
}

/** All external systems of the organization. */
export async function integrationsOf(transaction: TenantTransaction) {
  return tables(transaction)
    .selectFrom('subscription.integrations')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .execute();
}

/** Links of customers to external systems, by customer, oldest first. */
export async function integrationCustomersOf(transaction: TenantTransaction, customerIds: string[]) {
  if (customerIds.length === 0) return new Map<string, never[]>();
  const rows = await tables(transaction)
    .selectFrom('subscription.integration_customers as own')
    .innerJoin('subscription.integrations as integration', 'integration.id', 'own.integration_id')
    .selectAll('own')
    .select('integration.code as integration_code')
    .where('own.organization_id', '=', transaction.organizationId)
    .where('own.customer_id', 'in', customerIds)
    .orderBy('own.created_at')
    .orderBy('own.id')
    .execute();
  return groupBy(rows, (row) => row.customer_id);
}

export async function insertIntegrationCustomer(
  transaction: TenantTransaction,
  row: Insertable<IntegrationCustomersTable>,
): Promise<void> {
  await tables(transaction).insertInto('subscription.integration_customers').values(row).execute();
}

export async function updateIntegrationCustomer(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<IntegrationCustomersTable>,
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  await tables(transaction)
    .updateTable('subscription.integration_customers')
    .set(changes)
    .where('id', '=', id)
    .execute();
}

export async function deleteIntegrationCustomers(transaction: TenantTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tables(transaction).deleteFrom('subscription.integration_customers').where('id', 'in', ids).execute();
}
