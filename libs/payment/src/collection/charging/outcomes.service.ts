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
import type { ProviderError } from '../../model/tables/payments.tables.js';
import type { ChargeOutcome } from '../../providers/payment-provider.js';
import { issueReceipt, storePayment, succeed } from '../../payments/recording/received-payment.writer.js';
import { setRequestStatus } from '../../model/repositories/payment-requests.repository.js';
import {
  findPayment,
  lockPayment,
  updatePayment,
  type PaymentRow,
} from '../../model/repositories/payments.repository.js';
import { requestedInvoices } from './charges.service.js';
import { ExcessRefunds, refunded, refundFailed } from './excess-refunds.service.js';
import { hasEnded, isOpenAtProvider, partsOfPayment, type Part, type RequestedPart } from './outcomes.rules.js';
import { publishEndOfTopUps, publishPaymentFailure } from './payment-failures.js';

/** Whether the provider answered, or sent an event later: an event publishes more messages (webhooks, section 10.3). */
export type ReportedBy = 'answer' | 'event';

/** Applies the outcomes of payments, each once. A success is final. */
@Injectable()
export class OutcomesService {
  constructor(
    private readonly database: PaymentDatabase,
    private readonly commands: CommandBus,
    private readonly excessRefunds: ExcessRefunds,
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
    const payment = await this.database.tenant(organizationId, (transaction) => findPayment(transaction, paymentId));
    if (!payment || !isOpenAtProvider(payment)) return;
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

  /** Records the payment at its invoices and refunds the excess. */
  private async recordSuccess(
    payment: PaymentRow,
    outcome: ChargeOutcome,
    reportedBy: ReportedBy,
    at: Instant,
  ): Promise<void> {
    const invoices =
      payment.payable_type === 'Invoice'
        ? [{ id: payment.payable_id, amountCents: payment.amount_cents, paymentId: payment.id }]
        : await this.partsOf(payment);
    let paidCents = 0n;
    for (const part of invoices) if (await this.pay(payment, part, at)) paidCents += part.amountCents;
    const excessCents = payment.amount_cents - paidCents;
    const made = { ...payment, provider_payment_id: outcome.id ?? payment.provider_payment_id };
    const isRefunded = excessCents === 0n || (await this.excessRefunds.refund(made, excessCents));
    await this.database.tenant(payment.organization_id, async (transaction) => {
      const row = await lockPayment(transaction, payment.id);
      if (!row) return;
      await updatePayment(transaction, payment.id, columnsOf(outcome));
      if (paidCents === 0n) return markReturned(transaction, payment, isRefunded ? refunded : refundFailed);
      if (payment.payable_type === 'PaymentRequest') await settleRequest(transaction, payment, at);
      else await storeProviderPayment(transaction, payment, at);
      if (reportedBy === 'event') await publishOnce(transaction, payment, at);
    });
  }

  private async pay(payment: PaymentRow, part: Part, at: Instant): Promise<boolean> {
    try {
      await this.commands.send(
        'invoicing',
        'invoice.pay',
        {
          organization_id: payment.organization_id,
          payment_id: part.paymentId,
          invoice_id: part.id,
          amount_cents: Number(part.amountCents),
          reference: '',
          by_provider: true,
          ...(payment.payable_type === 'PaymentRequest' ? { part_of: payment.id } : {}),
          paid_at: at,
          at,
        },
        part.paymentId,
      );
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error instanceof Unavailable || error.status >= 500) throw error;
      this.logger.warn('an invoice did not need what was paid for it', {
        organization_id: payment.organization_id,
        payment_id: payment.id,
        invoice_id: part.id,
      });
      return false;
    }
  }

  /** Reads the invoices of a request, and the amounts that earlier tries recorded. */
  private async partsOf(payment: PaymentRow): Promise<Part[]> {
    return this.database.tenant(payment.organization_id, async (transaction) => {
      const parts: RequestedPart[] = [];
      for (const invoice of await requestedInvoices(transaction, payment.payable_id)) {
        const paymentId = idOfName(payment.id, invoice.id);
        const recorded = await findRecordedPayment(transaction, paymentId);
        parts.push({ invoice, paymentId, recordedCents: recorded ? BigInt(recorded.amount_cents) : null });
      }
      return partsOfPayment(payment.amount_cents, parts);
    });
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

const columnsOf = ({ id, providerStatus, nextAction, actionUrl, error }: ChargeOutcome) => ({
  ...(id === null ? {} : { provider_payment_id: id }),
  provider_status: providerStatus,
  next_action: nextAction && JSON.stringify(nextAction),
  action_url: actionUrl,
  error: error && JSON.stringify(error),
});

/** Marks a payment as failed when nothing of it was needed. */
const markReturned = (transaction: TenantTransaction, { id }: PaymentRow, error: ProviderError): Promise<void> =>
  updatePayment(transaction, id, { payment_status: 'failed', error: JSON.stringify(error) });

async function storeProviderPayment(transaction: TenantTransaction, payment: PaymentRow, at: Instant): Promise<void> {
  const recorded = await findRecordedPayment(transaction, payment.id);
  if (recorded) await storePayment(transaction, recorded, at);
}

async function settleRequest(transaction: TenantTransaction, payment: PaymentRow, at: Instant): Promise<void> {
  if (!(await succeed(transaction, payment.id))) return;
  const { customer_id: customerId, payable_id: requestId } = payment;
  await issueReceipt(transaction, { payment_id: payment.id, customer_id: customerId }, at);
  await setRequestStatus(transaction, requestId, 'succeeded', at);
  await transaction.append('payment_request.payment_status_updated', customerId, { payment_request_id: requestId }, at);
}

/** Publishes a success that an event reported, once. */
const publishOnce = (
  transaction: TenantTransaction,
  { id, customer_id: key }: PaymentRow,
  at: Instant,
): Promise<void> =>
  transaction.appendAll('payment.succeeded', [
    { id: idOfName(id, 'payment.succeeded'), key, payload: { payment_id: id }, occurredAt: at },
  ]);
