import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Batcher, OnMessage, Semaphore } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import {
  enqueueContactSync,
  enqueueCreditNoteSync,
  enqueueInvoiceSyncs,
  enqueueInvoiceVoidSync,
} from '../../model/accounting/enqueue-accounting-syncs.js';
import { AccountingSyncs } from './accounting-syncs.service.js';

type IssuedInvoice = Message<'invoice.created' | 'invoice.one_off_created' | 'invoice.paid_credit_added'>;

/** Organizations processed concurrently; each holds a connection. */
const organizationsAtOnce = 2;

/**
 * Writes down what accounting systems have to get (webhooks, section 20). Each document has one row, so a repetition
 * changes nothing. Messages that another handler of this service marks as handled get no second mark here.
 */
@Controller()
export class AccountingMessagesController {
  private readonly issued = new Batcher<IssuedInvoice, void>(
    (messages) => this.enqueueAll(messages),
    new Semaphore(organizationsAtOnce),
  );

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly syncs: AccountingSyncs,
  ) {}

  @OnMessage('customer.created', 'invoicing')
  async onCreated(@Payload() message: Message<'customer.created'>): Promise<void> {
    await this.database.handleOnce(message, (transaction) =>
      enqueueContactSync(transaction, message.payload.customer_id, Date.parse(message.occurred_at)),
    );
  }

  /** `DraftSettingsController` marks it. */
  @OnMessage('customer.updated', 'invoicing')
  async onUpdated(@Payload() message: Message<'customer.updated'>): Promise<void> {
    await this.database.tenant(message.organization_id, (transaction) =>
      enqueueContactSync(transaction, message.payload.customer_id, Date.parse(message.occurred_at)),
    );
  }

  @OnMessage(['invoice.created', 'invoice.one_off_created', 'invoice.paid_credit_added'], 'invoicing', { inSets: true })
  async onIssued(@Payload() message: IssuedInvoice): Promise<void> {
    await this.issued.add(message.organization_id, message);
  }

  /** `TaxMessagesController` marks it. */
  @OnMessage('invoice.voided', 'invoicing')
  async onVoided(@Payload() message: Message<'invoice.voided'>): Promise<void> {
    await this.database.tenant(message.organization_id, (transaction) =>
      enqueueInvoiceVoidSync(transaction, message.payload.invoice_id, Date.parse(message.occurred_at)),
    );
  }

  /** `TaxMessagesController` marks it. */
  @OnMessage('credit_note.created', 'invoicing')
  async onCredited(@Payload() message: Message<'credit_note.created'>): Promise<void> {
    await this.database.tenant(message.organization_id, (transaction) =>
      enqueueCreditNoteSync(transaction, message.payload.credit_note_id, Date.parse(message.occurred_at)),
    );
  }

  /** Queues the job before it marks the message: a repetition queues it under the same id. */
  @OnMessage('accounting.sync_requested', 'invoicing')
  async onPending(@Payload() message: Message<'accounting.sync_requested'>): Promise<void> {
    await this.syncs.queue(message.organization_id, message.payload.accounting_provider_id, message.id);
    await this.database.handleOnce(message, () => Promise.resolve());
  }

  private async enqueueAll(messages: IssuedInvoice[]): Promise<void[]> {
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      const [first] = fresh;
      const ids = fresh.map(({ payload }) => payload.invoice_id);
      if (first) await enqueueInvoiceSyncs(transaction, ids, Date.parse(first.occurred_at));
    });
    return messages.map(() => undefined);
  }
}
