import { readPayableInvoices } from '@tollgate/invoicing/reader';
import { idOfName, isId, type Instant, type TenantTransaction } from '@tollgate/platform';
import type { ChargeOutcome, ReportedCharge } from '../providers/payment-provider.js';
import {
  findByProviderId,
  findPayment,
  insertPayment,
  paymentUnderWay,
  type PaymentRow,
} from '../model/repositories/payments.repository.js';

/**
 * Finds the payment that an event names: by the provider's id, else by our key (webhooks, section 11.6). A success on a
 * page of the provider has no payment here yet: this stores one.
 */
export async function findReportedPayment(
  transaction: TenantTransaction,
  connectionId: string,
  charge: ReportedCharge,
  { status }: ChargeOutcome,
  at: Instant,
): Promise<PaymentRow | undefined> {
  const { id, key, paidOnPage } = charge;
  const known = await findByProviderId(transaction, connectionId, id);
  if (known) return known;
  if (key !== null) return isId(key) ? findPayment(transaction, key) : undefined;
  return paidOnPage && status === 'succeeded'
    ? storePaidOnPage(transaction, connectionId, charge, paidOnPage.invoiceId, at)
    : undefined;
}

/**
 * Stores the payment of a page, once. Only one payment of an invoice is under way. Next to another one, it counts as failed
 * until its success is recorded.
 */
async function storePaidOnPage(
  transaction: TenantTransaction,
  connectionId: string,
  { id, amountCents, currency }: ReportedCharge,
  invoiceId: string,
  at: Instant,
): Promise<PaymentRow | undefined> {
  const [invoice] = isId(invoiceId) ? await readPayableInvoices(transaction, [invoiceId], { open: true }) : [];
  if (!invoice || invoice.currency !== currency || amountCents <= 0n) return undefined;
  // Two connections may reach the same account: its events come to both.
  const paymentId = idOfName(transaction.organizationId, `payment ${id}`);
  await insertPayment(transaction, {
    id: paymentId,
    organization_id: transaction.organizationId,
    customer_id: invoice.customerId,
    payable_type: 'Invoice',
    payable_id: invoice.id,
    amount_cents: amountCents,
    currency,
    payment_status: (await paymentUnderWay(transaction, invoice.id)) ? 'failed' : 'processing',
    type: 'provider',
    reference: null,
    connection_id: connectionId,
    provider_payment_id: id,
    created_at: new Date(at),
  });
  return findPayment(transaction, paymentId);
}
