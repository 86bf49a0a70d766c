import { readBillingEntity } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { customersByIds } from '../rows/customers.repository.js';
import { lockVatChecksOf } from '../rows/vat-checks.repository.js';
import { tables } from '../tables/subscription.tables.js';

/**
 * Whether the VAT number of a customer is still looked up, so that its taxes are not known (invoices, section 4.5). The check
 * does not end before the caller's transaction does.
 */
export async function awaitsVatCheck(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  await lockVatChecksOf(transaction, customerId);
  const check = await tables(transaction)
    .selectFrom('subscription.vat_checks')
    .select('customer_id')
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  const [customer] = check ? await customersByIds(transaction, [customerId]) : [];
  // Nobody is told what comes of any other: it changes no taxes.
  if (!customer || customer.deleted_at !== null) return false;
  return (await readBillingEntity(transaction, customer.billing_entity_id)).euTaxManagement;
}
