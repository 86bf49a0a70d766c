import { sql, type RawBuilder } from 'kysely';
import type { Payment } from '@tollgate/contracts';
import { newestIds, type TenantTransaction } from '@tollgate/platform';
import { paymentsByIds } from '../../model/payments/payments.repository.js';
import { presentPayments } from './payment.presenter.js';

/** SQL for the ids of a customer's payments, receipts, requests and payment methods, for use in a statement. */
export const paymentIdsOfCustomer = (
  { organizationId }: TenantTransaction,
  customerId: string,
): RawBuilder<unknown> => sql`
  select id from payment.payments where organization_id = ${organizationId} and customer_id = ${customerId}
  union all select receipt.id from payment.payment_receipts receipt
    join payment.payments payment on payment.id = receipt.payment_id
    where payment.organization_id = ${organizationId} and payment.customer_id = ${customerId}
  union all select id from payment.payment_requests where organization_id = ${organizationId} and customer_id = ${customerId}
  union all select id from payment.payment_methods where organization_id = ${organizationId} and customer_id = ${customerId}`;

/** A customer's payments, as lists show them, the newest first. */
export async function readPaymentsOfCustomer(
  transaction: TenantTransaction,
  customerId: string,
  limit: number,
): Promise<Payment[]> {
  const ids = await newestIds(transaction, 'payment.payments', customerId, limit);
  return presentPayments(transaction, await paymentsByIds(transaction, ids));
}
