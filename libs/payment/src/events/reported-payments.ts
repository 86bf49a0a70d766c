import { isId, type TenantTransaction } from '@tollgate/platform';
import type { ReportedCharge } from '../providers/payment-provider.js';
import { findByProviderId, findPayment, type PaymentRow } from '../model/repositories/payments.repository.js';

/** Finds the payment that an event names: by the provider's id, else by our key (webhooks, section 11.6). */
export async function findReportedPayment(
  transaction: TenantTransaction,
  connectionId: string,
  { id, key }: ReportedCharge,
): Promise<PaymentRow | undefined> {
  const known = await findByProviderId(transaction, connectionId, id);
  return known ?? (key !== null && isId(key) ? findPayment(transaction, key) : undefined);
}
