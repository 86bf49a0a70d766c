import type { Payment, PaymentMethod } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import type { CardDetails } from '../model/connections/providers.tables.js';
import { paysByTransfer } from '../model/customers/customer-links.js';
import { providerCustomersOf } from '../model/customers/provider-customers.repository.js';
import { readPaymentResource } from '../payments/resource/payment.presenter.js';
import {
  connectionsByIds,
  defaultMethods,
  methodsByIds,
  type PaymentMethodRow,
} from '../model/connections/provider-connections.repository.js';

/** Presents payment methods with their providers, in input order. */
export async function presentMethods(
  transaction: TenantTransaction,
  rows: PaymentMethodRow[],
): Promise<PaymentMethod[]> {
  const connections = await connectionsByIds(transaction, [...new Set(rows.map((row) => row.connection_id))]);
  return rows.map((row) => {
    const connection = connections.get(row.connection_id);
    return {
      svc_id: row.id,
      is_default: row.is_default,
      payment_provider_code: connection?.code ?? null,
      payment_provider_name: connection?.name ?? null,
      payment_provider_type: connection?.provider ?? '',
      provider_method_id: row.provider_method_id,
      created_at: isoSeconds(row.created_at),
    };
  });
}

/** Reads the cards among payment methods, by the ids of these; removed ones too. */
export async function readCards(transaction: TenantTransaction, ids: string[]): Promise<Map<string, CardDetails>> {
  const methods = await methodsByIds(transaction, ids);
  return new Map(
    [...methods].flatMap(([id, { details }]) => (details?.type === 'card' ? [[id, details] as const] : [])),
  );
}

/** Reads which customers have a default method, or pay by bank transfer alone: their provider charges them. */
export async function readChargedCustomers(transaction: TenantTransaction, ids: string[]): Promise<Set<string>> {
  const customerIds = [...new Set(ids)];
  const byMethod = (await defaultMethods(transaction, customerIds)).map((method) => method.customer_id);
  const links = [...(await providerCustomersOf(transaction, customerIds)).values()];
  return new Set([...byMethod, ...links.filter(paysByTransfer).map((link) => link.customer_id)]);
}

/** Reads a succeeded payment for a webhook, with its method when it is known (webhooks, section 4). */
export async function readSucceededPayment(
  transaction: TenantTransaction,
  id: string,
): Promise<Payment & { payment_method?: PaymentMethod }> {
  const payment = await readPaymentResource(transaction, id);
  const methods = await methodsByIds(
    transaction,
    payment.payment_method_id === null ? [] : [payment.payment_method_id],
  );
  const [method] = await presentMethods(transaction, [...methods.values()]);
  return method ? { ...payment, payment_method: method } : payment;
}
