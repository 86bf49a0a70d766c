import { managesEuTaxes, readBillingEntity } from '@tollgate/catalog/reader';
import { sharedStatement, type TenantTransaction } from '@tollgate/platform';
import type { CustomerView } from '../customers/customers.reader.js';
import { customersByIds } from '../repositories/customers.repository.js';
import { checkedCustomerIds, lockVatChecksOf } from '../repositories/vat-checks.repository.js';

/**
 * Whether the VAT number of a customer is still looked up, so that its taxes are not known (invoices, section 4.5). The check
 * does not end before the caller's transaction does.
 */
export async function isVatCheckPending(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  await lockVatChecksOf(transaction, customerId);
  const checked = await checkedCustomerIds(transaction, [customerId]);
  const [customer] = await customersByIds(transaction, [...checked]);
  // Nobody is told what comes of any other: it changes no taxes.
  if (!customer || customer.deleted_at !== null) return false;
  return (await readBillingEntity(transaction, customer.billing_entity_id)).euTaxManagement;
}

/** Whether the number of a customer is looked up at this moment; `awaitsVatCheck` of its view says it of when that was read. */
export const hasVatCheck = sharedStatement(
  async (transaction: TenantTransaction, customers: Pick<CustomerView, 'id' | 'deleted'>[]): Promise<boolean[]> => {
    const live = customers.filter(({ deleted }) => !deleted).map(({ id }) => id);
    const checked = await checkedCustomerIds(transaction, live);
    return customers.map(({ id }) => checked.has(id));
  },
);

/** SQL that holds for the ids of customers, in a column, for whom `awaitsVatCheck` holds. */
export const isAwaitingVatCheck = (column: string): string =>
  `exists (
    select from subscription.vat_checks vat_check join subscription.customers customer on customer.id = vat_check.customer_id
    where vat_check.customer_id = ${column} and customer.deleted_at is null and ${managesEuTaxes('customer.billing_entity_id')})`;
