import type { TenantTransaction, Instant } from '@tollgate/platform';
import { customersWithWallets } from '@tollgate/wallet/reader';

/**
 * Publishes that a customer's unbilled usage has changed, if it has wallets; a new snapshot follows (wallets, section
 * 6).
 */
export async function recordInvoicesChanged(
  transaction: TenantTransaction,
  customerId: string,
  now: Instant,
): Promise<void> {
  if (!(await customersWithWallets(transaction, [customerId])).has(customerId)) return;
  await transaction.append('customer.invoices_changed', customerId, { customer_id: customerId }, now);
}
