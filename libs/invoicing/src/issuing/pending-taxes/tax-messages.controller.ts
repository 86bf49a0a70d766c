import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { TaxReports } from './tax-reports.service.js';
import { UntaxedInvoices } from './untaxed-invoices.service.js';

/** Starts the work of tax engines: taxes of invoices, and reports about booked ones (webhooks, section 19). */
@Controller()
export class TaxMessagesController {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly untaxed: UntaxedInvoices,
    private readonly reports: TaxReports,
  ) {}

  /** Queues the job before it marks the message as handled: a repetition queues it under the same id. */
  @OnMessage(['invoice.taxes_requested', 'fee.taxes_requested'], 'invoicing')
  async onTaxesPending(@Payload() message: Message<'invoice.taxes_requested' | 'fee.taxes_requested'>): Promise<void> {
    await this.untaxed.requestTaxes(message);
    await this.database.handleOnce(message, () => Promise.resolve());
  }

  @OnMessage(['invoice.voided', 'invoice.payment_dispute_lost'], 'invoicing')
  async onVoided(@Payload() message: Message<'invoice.voided' | 'invoice.payment_dispute_lost'>): Promise<void> {
    await this.reports.onVoid(message);
  }

  @OnMessage('credit_note.created', 'invoicing')
  async onCredited(@Payload() message: Message<'credit_note.created'>): Promise<void> {
    await this.reports.onNote(message);
  }
}
