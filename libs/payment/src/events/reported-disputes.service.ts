import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findRecordedPayment, readSoldCredits } from '@tollgate/invoicing/reader';
import { CommandBus, idOfName, Parked, type Instant, type TenantTransaction } from '@tollgate/platform';
import { readWalletOfTransaction } from '@tollgate/wallet/reader';
import { PaymentDatabase } from '../payment.database.js';
import { invoicesOfRequests } from '../model/requests/payment-requests.repository.js';
import type { PaymentRow } from '../model/payments/payments.repository.js';
import { findReturn } from '../model/payments/returns.repository.js';

const parkedDispute = 'dispute';

/** A report of a provider about a payment after its success. */
export interface DisputeReport {
  status: 'opened' | 'lost' | 'won' | 'restored';
  reason: string | null;
  /** Unix ms, when that happened at the provider. */
  at: Instant;
}

/** The invoice of a payment, and the id of the payment there. */
interface PaidInvoice {
  invoiceId: string;
  paymentId: string;
}

/**
 * Passes on what providers report about payments after their success: each invoice of the payment records and publishes
 * it (webhooks, amendments).
 */
@Injectable()
export class ReportedDisputes implements OnModuleInit {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly commands: CommandBus,
    private readonly parked: Parked,
  ) {}

  /** People settle such a loss at the provider: a retry takes note of that. */
  onModuleInit(): void {
    this.parked.register('payment', parkedDispute, { retry: () => Promise.resolve() });
  }

  /** Repeated, it changes nothing. No invoice has a payment that went back as a whole: its loss is parked. */
  async report(payment: PaymentRow, report: DisputeReport): Promise<void> {
    const { organization_id: organizationId } = payment;
    const { isReturned, invoices } = await this.database.tenant(organizationId, async (transaction) => ({
      isReturned: payment.payment_status === 'failed' && (await findReturn(transaction, payment.id)) !== undefined,
      invoices: await paidInvoices(transaction, payment),
    }));
    if (isReturned) return this.park(payment, report);
    for (const invoice of invoices) await this.reportOf(payment, invoice, report);
  }

  private async reportOf(
    payment: PaymentRow,
    { invoiceId, paymentId }: PaidInvoice,
    report: DisputeReport,
  ): Promise<void> {
    const { organization_id: organizationId } = payment;
    const { status, reason, at } = report;
    const { newly_lost: isNewlyLost } = await this.commands.send(
      'invoicing',
      'invoice.report_dispute',
      { organization_id: organizationId, invoice_id: invoiceId, payment_id: paymentId, status, reason, at },
      `${paymentId}-${status}-${at}`,
    );
    if (isNewlyLost)
      await this.database.tenant(organizationId, (transaction) =>
        publishLostCredits(transaction, payment, invoiceId, report),
      );
  }

  private async park(payment: PaymentRow, { status, reason }: DisputeReport): Promise<void> {
    if (status !== 'lost') return;
    await this.database.tenant(payment.organization_id, (transaction) =>
      this.parked.park(transaction, {
        service: 'payment',
        kind: parkedDispute,
        organizationId: payment.organization_id,
        key: payment.id,
        reason: 'returned_payment_lost',
        details: `The payment was refunded, and the customer's bank reversed it too: ${reason ?? 'no reason'}.`,
        payload: { payment_id: payment.id },
      }),
    );
  }
}

/** Reads the invoices that took a part of a payment; all of its request while none is recorded. */
async function paidInvoices(transaction: TenantTransaction, payment: PaymentRow): Promise<PaidInvoice[]> {
  const { id, payable_id: payableId } = payment;
  if (payment.payable_type === 'Invoice') return [{ invoiceId: payableId, paymentId: id }];
  const requested = (await invoicesOfRequests(transaction, [payableId])).get(payableId) ?? [];
  const all = requested.map((invoiceId) => ({ invoiceId, paymentId: idOfName(id, invoiceId) }));
  const recorded: PaidInvoice[] = [];
  for (const one of all) if (await findRecordedPayment(transaction, one.paymentId)) recorded.push(one);
  return recorded.length === 0 ? all : recorded;
}

/** Publishes that sold credits have lost their payment, once for each loss; the credits stay. */
async function publishLostCredits(
  transaction: TenantTransaction,
  { id: paymentId, customer_id: key }: PaymentRow,
  invoiceId: string,
  { reason, at }: DisputeReport,
): Promise<void> {
  const { walletTransactionId } = await readSoldCredits(transaction, invoiceId);
  if (walletTransactionId === null) return;
  const payload = {
    wallet_transaction_id: walletTransactionId,
    wallet_id: await readWalletOfTransaction(transaction, walletTransactionId),
    payment_id: paymentId,
    provider_error: { message: 'The payment was taken back after its success.', error_code: reason },
  };
  await transaction.appendAll('wallet_transaction.payment_failure', [
    { id: idOfName(paymentId, `lost ${invoiceId} ${at}`), key, payload, occurredAt: at },
  ]);
}
