import type { PaymentMethodReference } from '@tollgate/contracts';
import { readMethodSources, type MethodSource } from '@tollgate/invoicing/reader';
import { sharedByKeys, type TenantTransaction } from '@tollgate/platform';
import { readPaymentMethodsOfSubscriptions } from '@tollgate/subscription/reader';
import { readMethodsOfSales } from '@tollgate/wallet/reader';
import { byDefault } from './method-references.js';

/**
 * Reads the current methods of invoices: from the request of a one-off, the first subscription, or the sale of credits
 * (webhooks, section 14).
 */
const methodsOfInvoices = sharedByKeys(async (transaction: TenantTransaction, invoiceIds) => {
  const sources = await readMethodSources(transaction, invoiceIds);
  const idsOf = (name: 'subscriptionId' | 'walletTransactionId') =>
    [...sources.values()].flatMap((source) => source[name] ?? []);
  const ofSubscriptions = await readPaymentMethodsOfSubscriptions(transaction, idsOf('subscriptionId'));
  const ofSales = await readMethodsOfSales(transaction, idsOf('walletTransactionId'));
  const methodOf = ({ own, subscriptionId, walletTransactionId }: MethodSource) =>
    own ?? ofSubscriptions.get(subscriptionId ?? '') ?? ofSales.get(walletTransactionId ?? '') ?? byDefault;
  return new Map([...sources].map(([id, source]) => [id, methodOf(source)]));
});

/** Reads the current method of an invoice. */
export const methodOfInvoice = async (transaction: TenantTransaction, id: string): Promise<PaymentMethodReference> =>
  (await methodsOfInvoices(transaction, [id])).get(id.toLowerCase()) ?? byDefault;
