import { readPayingProvider } from '@tollgate/payment/reader';
import type { TenantTransaction } from '@tollgate/platform';

/** Providers without a payment page of their own for one invoice (webhooks, section 15). */
const withoutPaymentPage = ['gocardless'];

/** Whether the page of a customer's due invoice leads to a provider's payment page. */
export async function paysOnline(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  const provider = await readPayingProvider(transaction, customerId);
  return provider !== null && !withoutPaymentPage.includes(provider);
}
