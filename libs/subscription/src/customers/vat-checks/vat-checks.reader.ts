import { managesEuTaxes, readBillingEntity } from '@tollgate/catalog/reader';
import { sharedStatement, type TenantTransaction } from '@tollgate/platform';
import type { CustomerView } from '../resource/customers.reader.js';
import { customersByIds } from '../../model/customers/customers.repository.js';
import { checkedCustomerIds, lockVatChecksOf } from '../../model/customers/vat-checks.repository.js';

/**
 * Whether a check of a customer's VAT number is pending, so its taxes are unknown (invoices, section 4.5). The check
 * cannot end before the caller's transaction does.
 */
export async function isVatCheckPending(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  await lockVatChecksOf(transaction, customerId);
  const checked = await checkedCustomerIds(transaction, [customerId]);
  const [customer] = await customersByIds(transaction, [...checked]);
  // The checks of other customers have no effect: they change no taxes.
  if (!customer || customer.deleted_at !== null) return false;
  return (await readBillingEntity(transaction, customer.billing_entity_id)).euTaxManagement;
}

/**
 * Whether a check of a customer is pending now; `awaitsVatCheck` of its view holds the state at the time of its read.
 */
export const hasVatCheck = sharedStatement(
  async (transaction: TenantTransaction, customers: Pick<CustomerView, 'id' | 'deleted'>[]): Promise<boolean[]> => {
    const live = customers.filter(({ deleted }) => !deleted).map(({ id }) => id);
    const checked = await checkedCustomerIds(transaction, live);
    return customers.map(({ id }) => checked.has(id));
  },
);

/** SQL condition on a column of customer ids: `awaitsVatCheck` holds for the customer. */
export const isAwaitingVatCheck = (column: string): string =>
  `exists (
    select from subscription.vat_checks vat_check join subscription.customers customer on customer.id = vat_check.customer_id
    where vat_check.customer_id = ${column} and customer.deleted_at is null and ${managesEuTaxes('customer.billing_entity_id')})`;
