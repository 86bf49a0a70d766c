import { publishedProvider } from '@tollgate/contracts';
import { readPayingProvider } from '@tollgate/payment/reader';
import type { TenantTransaction } from '@tollgate/platform';

/** Whether the page of a customer's due invoice leads to a provider's payment page (webhooks, section 15). */
export async function paysOnline(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  const provider = await readPayingProvider(transaction, customerId);
  return publishedProvider(provider)?.hasPaymentPages ?? false;
}
