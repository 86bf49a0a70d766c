import type { IntegrationCustomer, IntegrationCustomerInput } from '@tollgate/contracts';
import { newId, type TenantTransaction } from '@tollgate/platform';
import type { CustomerRow } from '../../model/customers/customers.repository.js';
import {
  deleteIntegrationCustomers,
  insertIntegrationCustomer,
  integrationCustomersOf,
  integrationsOf,
  updateIntegrationCustomer,
} from '../../model/customers/integrations.repository.js';

/**
 * Replaces a customer's links to other systems: entries with a known id change, and missing stored ones are deleted.
 * A new entry needs a synchronisation request or an external customer id; entries for unknown systems are
 * skipped, and partners have no links (customers, sections 2.6 and 2.13).
 */
export async function replaceIntegrationCustomers(
  transaction: TenantTransaction,
  customer: CustomerRow,
  entries: IntegrationCustomerInput[],
  now: Date,
): Promise<void> {
  if (customer.account_type === 'partner') return;
  const stored = (await integrationCustomersOf(transaction, [customer.id])).get(customer.id) ?? [];
  const byId = new Map(entries.map((entry) => [entry.id ?? '', entry]));
  const removedRows = stored.filter(({ id }) => !byId.has(id));
  await deleteIntegrationCustomers(
    transaction,
    removedRows.map(({ id }) => id),
  );
  const retainedRows = stored.filter(({ id }) => byId.has(id));
  for (const { id } of retainedRows) await updateIntegrationCustomer(transaction, id, settingsOf(byId.get(id)));
  const newEntries = entries.filter((entry) => isRequested(entry) && !retainedRows.some(({ id }) => id === entry.id));
  if (newEntries.length === 0) return;
  const integrations = await integrationsOf(transaction);
  const usedTypes = new Set(retainedRows.map((row) => row.integration_type));
  for (const entry of newEntries) {
    const integration = integrations.find(
      ({ integration_type: type, code }) => type === entry.integration_type && code === entry.integration_code,
    );
    if (!integration || usedTypes.has(integration.integration_type)) continue;
    usedTypes.add(integration.integration_type);
    await insertIntegrationCustomer(transaction, {
      id: newId(),
      organization_id: transaction.organizationId,
      customer_id: customer.id,
      integration_id: integration.id,
      integration_type: integration.integration_type,
      created_at: now,
      ...settingsOf(entry),
    });
  }
}

const isRequested = ({ sync_with_provider: sync, external_customer_id: id }: IntegrationCustomerInput): boolean =>
  sync === true || (id !== undefined && id !== null && id !== '');

const settingsOf = (entry: IntegrationCustomerInput | undefined) => ({
  external_customer_id: entry?.external_customer_id,
  sync_with_provider: entry?.sync_with_provider,
  subsidiary_id: entry?.subsidiary_id,
  targeted_object: entry?.targeted_object,
});

/** Presents the links to other systems, by customer. */
export async function presentIntegrationCustomers(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<Map<string, IntegrationCustomer[]>> {
  const rowsByCustomer = await integrationCustomersOf(transaction, customerIds);
  return new Map(
    [...rowsByCustomer].map(([customerId, rows]) => [
      customerId,
      rows.map((row) => ({
        svc_id: row.id,
        type: row.integration_type,
        integration_code: row.integration_code,
        external_customer_id: row.external_customer_id,
        sync_with_provider: row.sync_with_provider,
        subsidiary_id: row.subsidiary_id,
        targeted_object: row.targeted_object,
        email: null,
      })),
    ]),
  );
}
