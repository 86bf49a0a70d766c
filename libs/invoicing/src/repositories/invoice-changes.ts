import type { TenantTransaction, Instant } from '@tollgate/platform';
import { customersWithWallets } from '@tollgate/wallet/reader';

/** What a customer was not billed for is another sum now: of one who has wallets it is measured again (wallets, section 6). */
export async function recordInvoicesChanged(
  transaction: TenantTransaction,
  customerId: string,
  now: Instant,
): Promise<void> {
  if (!(await customersWithWallets(transaction, [customerId])).has(customerId)) return;
  await transaction.append('customer.invoices_changed', customerId, { customer_id: customerId }, now);
}
