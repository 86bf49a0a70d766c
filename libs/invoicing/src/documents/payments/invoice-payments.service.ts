import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest, RecordedPayment } from '@tollgate/contracts';
import {
  CommandBus,
  Forbidden,
  NotFound,
  ValidationFailed,
  type TenantTransaction,
  type Instant,
  required,
} from '@tollgate/platform';
import { centsNumber, upToAmountDue, withPayment, type Settlement } from '@tollgate/rating';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { isPayable, isShown, lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { settleIfPaid } from '../../model/payments/offsets.repository.js';
import { setPaymentStatus } from '../../model/payments/payment-status.repository.js';
import { recordPayment } from '../../model/payments/payments.repository.js';
import { publishCreditsPayment } from '../../model/payments/sold-credits.repository.js';
import { settlementsOf } from '../../model/payments/settlements.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { closeWaitingInvoice, issueWaitingInvoice } from '../../issuing/waiting-starts/waiting-invoice.writer.js';
import { issueOpenInvoice } from './open-invoices.writer.js';

/** The statuses of chargeable invoices; an open one waits for its payment. */
const charged: readonly InvoiceRow['status'][] = ['finalized', 'open'];

/**
 * Records payments on invoices, serially under the lock of the invoice, and never more than the open amount (invoices,
 * section 12). Of a payment that a provider made, the invoice takes what is due.
 */
@Injectable()
export class InvoicePaymentsService implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'invoice.pay', (request, key) => this.pay(request, key));
    this.commands.handle('invoicing', 'invoice.fail_payment', (request, key) => this.fail(request, key));
  }

  private async fail(request: CommandRequest<'invoice.fail_payment'>, key: string): Promise<Record<string, never>> {
    const { organization_id: organizationId, invoice_id: id, announced: publish, at } = request;
    return this.database.answerOnce(organizationId, key, async (transaction) => {
      const invoice = await lockInvoice(transaction, id);
      if (!invoice || !charged.includes(invoice.status) || invoice.payment_status === 'succeeded') return {};
      await setPaymentStatus(transaction, id, 'failed', at);
      if (publish && isShown(invoice))
        await transaction.append('invoice.payment_status_updated', invoice.customer_id, { invoice_id: id }, at);
      await publishCreditsPayment(transaction, invoice, 'failed', at);
      if (invoice.awaits_payment) await closeWaitingInvoice(transaction, invoice, 'payment_failed', at);
      return {};
    });
  }

  private async pay(request: CommandRequest<'invoice.pay'>, key: string): Promise<CommandAnswer<'invoice.pay'>> {
    const { organization_id: organizationId, invoice_id: id, at: now } = request;
    return this.database.answerOnce(organizationId, key, async (transaction) => {
      const invoice = await lockInvoice(transaction, id);
      if (!invoice || !isPayable(invoice)) throw new NotFound('invoice');
      if (!charged.includes(invoice.status) || (invoice.status === 'open' && invoice.awaits_taxes))
        throw new Forbidden('feature_unavailable');
      const settlement = required(await settlementsOf(transaction, [invoice]), invoice.id, 'settlement');
      const amountCents = takenOf(invoice, settlement, request);
      await setPaid(transaction, invoice, settlement.paidCents + amountCents, now);
      if (invoice.awaits_payment) await issueWaitingInvoice(transaction, invoice, now);
      else if (invoice.status === 'open') await issueOpenInvoice(transaction, invoice, request.paid_at, now);
      const payment: RecordedPayment = {
        payment_id: request.payment_id,
        invoice_id: invoice.id,
        customer_id: invoice.customer_id,
        amount_cents: centsNumber(amountCents),
        currency: invoice.currency,
        reference: request.reference,
        ...(request.by_provider ? { by_provider: true } : {}),
        paid_at: new Date(request.paid_at).toISOString(),
      };
      await recordPayment(transaction, payment, { publish: request.part_of === undefined, now });
      return payment;
    });
  }
}

/**
 * Decides how much of a payment the invoice takes: what is due of money that a provider has already, or all of it.
 * @returns cents @throws ValidationFailed where it takes nothing
 */
function takenOf(
  invoice: InvoiceRow,
  settlement: Settlement,
  { amount_cents: amount, up_to_due: upToDue }: CommandRequest<'invoice.pay'>,
): bigint {
  const offered = BigInt(amount);
  const amountCents = upToDue ? upToAmountDue(settlement, offered) : offered;
  const paid = withPayment(settlement, amountCents);
  // Sold credits and starts require payment as a whole.
  const inParts =
    (invoice.invoice_type === 'credit' || invoice.awaits_payment) && amountCents !== invoice.total_amount_cents;
  if (paid && !inParts) return amountCents;
  throw new ValidationFailed({
    amount_cents: [...(inParts ? ['invalid_amount'] : []), ...(paid ? [] : ['value_is_out_of_range'])],
  });
}

async function setPaid(
  transaction: TenantTransaction,
  invoice: InvoiceRow,
  paidCents: bigint,
  now: Instant,
): Promise<void> {
  const paid = { ...invoice, total_paid_amount_cents: paidCents };
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ total_paid_amount_cents: paidCents, updated_at: new Date(now) })
    .where('id', '=', invoice.id)
    .execute();
  await settleIfPaid(transaction, paid, now);
}
