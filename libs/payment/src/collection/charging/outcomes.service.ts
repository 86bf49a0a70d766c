import { Injectable } from '@nestjs/common';
import {
  ApiError,
  CommandBus,
  idOfName,
  Logger,
  Unavailable,
  type TenantTransaction,
  type Instant,
} from '@tollgate/platform';
import { findRecordedPayment } from '@tollgate/invoicing/reader';
import { PaymentDatabase } from '../../payment.database.js';
import type { ChargeOutcome } from '../../providers/ports/outcomes.js';
import { completePayment, returnPayment } from '../../payments/recording/received-payment.writer.js';
import { findReturn } from '../../model/payments/returns.repository.js';
import { setRequestStatus } from '../../model/requests/payment-requests.repository.js';
import { findPayment, lockPayment, updatePayment, type PaymentRow } from '../../model/payments/payments.repository.js';
import { requestedInvoices } from './charges.service.js';
import { returned, ReturnsService } from '../returns/returns.service.js';
import { hasEnded, isOpenAtProvider, leftOf, type Part, type RequestedPart } from './outcomes.rules.js';
import { publishEndOfTopUps, publishPaymentFailure } from './payment-failures.js';

/** Whether the provider answered, or sent an event later: an event publishes more messages (webhooks, section 10.3). */
export type ReportedBy = 'answer' | 'event';

/** Applies the outcomes of payments, each once. A success is final. */
@Injectable()
export class OutcomesService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly commands: CommandBus,
    private readonly returns: ReturnsService,
    private readonly logger: Logger,
  ) {}

  /** @param at the organization's time, Unix ms */
  async apply(
    organizationId: string,
    paymentId: string,
    outcome: ChargeOutcome,
    reportedBy: ReportedBy,
    at: Instant,
  ): Promise<void> {
    const payment = await this.database.tenant(organizationId, (transaction) => findOpen(transaction, paymentId));
    if (!payment) return;
    if (outcome.status === 'succeeded') return this.recordSuccess(payment, outcome, reportedBy, at);
    if (outcome.status === 'failed') return this.recordFailure(payment, outcome, reportedBy, at);
    await this.recordProgress(payment, outcome, at);
  }

  private async recordProgress(payment: PaymentRow, outcome: ChargeOutcome, at: Instant): Promise<void> {
    await this.database.tenant(payment.organization_id, async (transaction) => {
      const row = await lockPayment(transaction, payment.id);
      if (row?.payment_status !== 'pending') return;
      await updatePayment(transaction, payment.id, { payment_status: 'processing', ...columnsOf(outcome) });
      if (outcome.nextAction)
        await transaction.append('payment.requires_action', payment.customer_id, { payment_id: payment.id }, at);
    });
  }

  /**
   * Records the payment at its invoices, which keep what is due of it, and gives back the rest (invoices, amendments).
   * The provider's id is stored first: whatever follows an interruption needs it.
   */
  private async recordSuccess(
    payment: PaymentRow,
    outcome: ChargeOutcome,
    reportedBy: ReportedBy,
    at: Instant,
  ): Promise<void> {
    const { organization_id: organizationId, id } = payment;
    const reported = { ...columnsOf(outcome), ...(reportedBy === 'event' ? { success_by_event: true } : {}) };
    await this.database.tenant(organizationId, (transaction) => updatePayment(transaction, id, reported));
    const takenCents =
      payment.payable_type === 'Invoice'
        ? await this.offer(payment, { id: payment.payable_id, paymentId: id }, payment.amount_cents, at)
        : await this.offerToAll(payment, at);
    await this.database.tenant(organizationId, async (transaction) => {
      if (takenCents === 0n) return returnPayment(transaction, id, returned, at);
      const isNew = await completePayment(transaction, id, takenCents, at);
      if (isNew && payment.payable_type === 'PaymentRequest') await settleRequest(transaction, payment, at);
    });
    if (takenCents < payment.amount_cents) await this.returns.queue(organizationId, id);
  }

  /** Offers a payment to an invoice, which decides under its lock. @returns what it keeps, in cents */
  private async offer(payment: PaymentRow, part: Part, amountCents: bigint, at: Instant): Promise<bigint> {
    try {
      const { amount_cents: takenCents } = await this.commands.send(
        'invoicing',
        'invoice.pay',
        {
          organization_id: payment.organization_id,
          payment_id: part.paymentId,
          invoice_id: part.id,
          amount_cents: Number(amountCents),
          reference: '',
          by_provider: true,
          up_to_due: true,
          ...(payment.payable_type === 'PaymentRequest' ? { part_of: payment.id } : {}),
          paid_at: at,
          at,
        },
        part.paymentId,
      );
      return BigInt(takenCents);
    } catch (error) {
      if (!(error instanceof ApiError) || error instanceof Unavailable || error.status >= 500) throw error;
      this.logger.warn('an invoice received more than its amount due', {
        organization_id: payment.organization_id,
        payment_id: payment.id,
        invoice_id: part.id,
      });
      return 0n;
    }
  }

  /** Offers a payment to the invoices of its request, in their order; earlier tries keep what they recorded. */
  private async offerToAll(payment: PaymentRow, at: Instant): Promise<bigint> {
    const parts = await this.database.tenant(payment.organization_id, (transaction) => partsOf(transaction, payment));
    let leftCents = leftOf(payment.amount_cents, parts);
    for (const part of parts) {
      if (part.recordedCents !== null || leftCents <= 0n) continue;
      leftCents -= await this.offer(payment, part, leftCents, at);
    }
    return payment.amount_cents - leftCents;
  }

  private async recordFailure(
    payment: PaymentRow,
    outcome: ChargeOutcome,
    reportedBy: ReportedBy,
    at: Instant,
  ): Promise<void> {
    const { organization_id: organizationId } = payment;
    if (outcome.quiet === 'invoice') return this.recordQuietly(payment, outcome);
    const invoiceIds =
      payment.payable_type === 'Invoice'
        ? [payment.payable_id]
        : await this.database.tenant(organizationId, async (transaction) =>
            (await requestedInvoices(transaction, payment.payable_id)).map(({ id }) => id),
          );
    for (const id of invoiceIds)
      await this.commands.send(
        'invoicing',
        'invoice.fail_payment',
        { organization_id: organizationId, invoice_id: id, announced: reportedBy === 'event', at },
        `${payment.id}-${id}`,
      );
    await this.database.tenant(organizationId, async (transaction) => {
      const row = await lockPayment(transaction, payment.id);
      if (!row || hasEnded(row)) return;
      await updatePayment(transaction, payment.id, { payment_status: 'failed', ...columnsOf(outcome) });
      if (outcome.quiet === 'message') return publishEndOfTopUps(transaction, row, outcome.error, at);
      if (payment.payable_type === 'Invoice') {
        const failure = { customerId: payment.customer_id, invoiceId: payment.payable_id, paymentId: payment.id };
        return publishPaymentFailure(transaction, failure, at);
      }
      const requestId = payment.payable_id;
      await setRequestStatus(transaction, requestId, 'failed', at);
      const failure = { payment_request_id: requestId, payment_id: payment.id };
      await transaction.append('payment_request.payment_failure', payment.customer_id, failure, at);
      if (reportedBy === 'event')
        await transaction.append(
          'payment_request.payment_status_updated',
          payment.customer_id,
          { payment_request_id: requestId },
          at,
        );
    });
  }

  /** Ends a payment whose invoice stays pending: the next reason for a charge makes a new one (webhooks, section 10.3). */
  private async recordQuietly(payment: PaymentRow, outcome: ChargeOutcome): Promise<void> {
    await this.database.tenant(payment.organization_id, async (transaction) => {
      const row = await lockPayment(transaction, payment.id);
      if (!row || hasEnded(row)) return;
      await updatePayment(transaction, payment.id, { payment_status: 'failed', ...columnsOf(outcome) });
    });
  }
}

/** Finds a payment whose outcome may still change: all of one that no invoice needed goes back, and it stays so. */
async function findOpen(transaction: TenantTransaction, id: string): Promise<PaymentRow | undefined> {
  const payment = await findPayment(transaction, id);
  if (!payment || !isOpenAtProvider(payment)) return undefined;
  return (await findReturn(transaction, id)) ? undefined : payment;
}

const columnsOf = ({ id, providerStatus, nextAction, actionUrl, error }: ChargeOutcome) => ({
  ...(id === null ? {} : { provider_payment_id: id }),
  provider_status: providerStatus,
  next_action: nextAction && JSON.stringify(nextAction),
  action_url: actionUrl,
  error: error && JSON.stringify(error),
});

/** Reads the invoices of a request, and the amounts that earlier tries recorded. */
async function partsOf(transaction: TenantTransaction, payment: PaymentRow): Promise<RequestedPart[]> {
  const parts: RequestedPart[] = [];
  for (const { id } of await requestedInvoices(transaction, payment.payable_id)) {
    const paymentId = idOfName(payment.id, id);
    const recorded = await findRecordedPayment(transaction, paymentId);
    parts.push({ id, paymentId, recordedCents: recorded ? BigInt(recorded.amount_cents) : null });
  }
  return parts;
}

async function settleRequest(
  transaction: TenantTransaction,
  { customer_id: customerId, payable_id: requestId }: PaymentRow,
  at: Instant,
): Promise<void> {
  await setRequestStatus(transaction, requestId, 'succeeded', at);
  await transaction.append('payment_request.payment_status_updated', customerId, { payment_request_id: requestId }, at);
}
