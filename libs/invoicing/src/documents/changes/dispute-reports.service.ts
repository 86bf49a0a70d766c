import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { CommandBus, type Instant, type TenantTransaction } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { lockInvoice, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { findDispute, hasLostPayment, storeDispute } from '../../model/payments/payment-disputes.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { isDisputable, recordLostDispute } from './lost-disputes.writer.js';
import { disputeAfter } from './dispute-reports.rules.js';

/** Records what providers report about payments of invoices after their success (webhooks, amendments). */
@Injectable()
export class DisputeReports implements OnModuleInit {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'invoice.report_dispute', (request, key) => this.report(request, key));
  }

  /** An invoice that cannot have a dispute stays unchanged. */
  private async report(
    request: CommandRequest<'invoice.report_dispute'>,
    key: string,
  ): Promise<CommandAnswer<'invoice.report_dispute'>> {
    const { organization_id: organizationId, invoice_id: id, payment_id: paymentId, reason } = request;
    return this.database.answerOnce(organizationId, key, async (transaction) => {
      const invoice = await lockInvoice(transaction, id);
      if (!invoice || !isDisputable(invoice)) return { newly_lost: false };
      const at = new Date(request.at);
      const after = disputeAfter(await findDispute(transaction, paymentId), { status: request.status, at });
      if (!after) return { newly_lost: false };
      const { status, isNew } = after;
      const dispute = { payment_id: paymentId, organization_id: organizationId, invoice_id: id, status, at };
      await storeDispute(transaction, dispute);
      if (!isNew) return { newly_lost: false };
      const words = reason === null ? {} : { reason };
      if (status === 'lost') await recordLostDispute(transaction, invoice, words, request.at);
      else {
        if (status === 'won') await clearLoss(transaction, invoice, request.at);
        const update = { invoice_id: id, status, ...words };
        await transaction.append('invoice.payment_dispute_updated', invoice.customer_id, update, request.at);
      }
      return { newly_lost: status === 'lost' };
    });
  }
}

/** The invoice has lost no dispute any more, unless the money of another payment is lost. */
async function clearLoss(transaction: TenantTransaction, { id }: InvoiceRow, now: Instant): Promise<void> {
  if (await hasLostPayment(transaction, id)) return;
  await tables(transaction)
    .updateTable('invoicing.invoices')
    .set({ payment_dispute_lost_at: null, updated_at: new Date(now) })
    .where('id', '=', id)
    .where('payment_dispute_lost_at', 'is not', null)
    .execute();
}
