import { Injectable } from '@nestjs/common';
import { findCreditNoteResource, readInvoiceResources } from '@tollgate/invoicing/reader';
import { clearInFlight, Jobs, recordAllInFlight, type Instant, type TenantTransaction } from '@tollgate/platform';
import { PaymentDatabase } from '../../payment.database.js';
import { insertRefund, lastPaymentOf } from '../../model/payments/refunds.repository.js';
import { awaitsRefund, isRefundable } from './refunds.rules.js';

/** The name of the work that a test clock awaits before the queue has the refund's job. */
const workOf = (creditNoteId: string): string => `refund ${creditNoteId}`;

/** Refunds credit notes through the provider of the payment (webhooks, section 18). */
@Injectable()
export class RefundsService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly jobs: Jobs,
  ) {}

  /** Queues the job that requests a stored refund from its provider. */
  async queue(organizationId: string, creditNoteId: string): Promise<void> {
    const payload = { organization_id: organizationId, request_id: null, credit_note_id: creditNoteId };
    await this.jobs.add('payment-refund', payload, { id: creditNoteId });
    await this.database.tenant(organizationId, (transaction) => clearInFlight(transaction, workOf(creditNoteId)));
  }
}

/**
 * Stores the refund of a credit note, in the caller's transaction, when a provider made the last payment of the
 * invoice. The invoice must be paid without a lost dispute; otherwise people refund it.
 * @returns whether to request it from a provider
 */
export async function storeRefund(transaction: TenantTransaction, creditNoteId: string, at: Instant): Promise<boolean> {
  const note = await findCreditNoteResource(transaction, creditNoteId);
  if (!note || !awaitsRefund(note)) return false;
  const invoice = (await readInvoiceResources(transaction, [note.svc_invoice_id])).get(note.svc_invoice_id);
  if (!invoice || !isRefundable(invoice)) return false;
  const payment = await lastPaymentOf(transaction, invoice.svc_id);
  if (payment?.type !== 'provider') return false;
  const isNew = await insertRefund(transaction, {
    credit_note_id: creditNoteId,
    organization_id: transaction.organizationId,
    customer_id: payment.customer_id,
    payment_id: payment.id,
    amount_cents: BigInt(note.refund_amount_cents),
    status: 'pending',
    error: null,
    created_at: new Date(at),
  });
  if (isNew) await recordAllInFlight(transaction, [workOf(creditNoteId)]);
  return isNew;
}
