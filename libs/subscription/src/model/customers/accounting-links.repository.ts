import { accountingProviders, type AccountingProviderName } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';

/** The link of a customer to a connected accounting system, by the type and code of its integration. */
export interface AccountingLink {
  provider: AccountingProviderName;
  code: string;
  /** The id of its contact there, as far as known. */
  contactId: string | null;
  /** Whether its contact is created there, and follows its changes. */
  syncs: boolean;
}

/** The links of customers to connected accounting systems, by customer; partners have none (webhooks, section 20). */
export async function accountingLinksOf(
  transaction: TenantTransaction,
  customerIds: string[],
): Promise<Map<string, AccountingLink>> {
  if (customerIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('subscription.integration_customers as own')
    .innerJoin('subscription.integrations as integration', 'integration.id', 'own.integration_id')
    .innerJoin('subscription.customers as customer', 'customer.id', 'own.customer_id')
    .select(['own.customer_id', 'own.integration_type', 'own.external_customer_id', 'own.sync_with_provider'])
    .select('integration.code')
    .where('own.organization_id', '=', transaction.organizationId)
    .where('own.customer_id', 'in', customerIds)
    .where('own.integration_type', 'in', accountingProviders)
    .where('integration.connected', '=', true)
    .where('customer.account_type', '=', 'customer')
    .execute();
  return new Map(
    rows.map((row) => [
      row.customer_id,
      {
        provider: row.integration_type as AccountingProviderName,
        code: row.code,
        contactId: row.external_customer_id || null,
        syncs: row.sync_with_provider === true,
      },
    ]),
  );
}

/** Stores the id of a contact on a link that has none. */
export async function setContactId(
  transaction: TenantTransaction,
  customerId: string,
  { provider, code, contactId }: Pick<AccountingLink, 'provider' | 'code' | 'contactId'>,
): Promise<void> {
  const integration = tables(transaction)
    .selectFrom('subscription.integrations')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('integration_type', '=', provider)
    .where('code', '=', code);
  await tables(transaction)
    .updateTable('subscription.integration_customers')
    .set({ external_customer_id: contactId })
    .where('customer_id', '=', customerId)
    .where('integration_id', 'in', integration)
    .where((where) => where.or([where('external_customer_id', 'is', null), where('external_customer_id', '=', '')]))
    .execute();
}
