import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { DocumentsService } from './documents.service.js';

type IssuedInvoice = 'invoice.created' | 'invoice.one_off_created' | 'invoice.paid_credit_added';

/** What is issued gets its document. */
@Controller()
export class IssuedMessagesController {
  constructor(
    private readonly database: DocumentDatabase,
    private readonly documents: DocumentsService,
  ) {}

  @OnMessage(['invoice.created', 'invoice.one_off_created', 'invoice.paid_credit_added'], 'document')
  async onInvoice(@Payload() message: Message<IssuedInvoice>): Promise<void> {
    await this.keep(message, 'invoice', message.payload.invoice_id);
  }

  @OnMessage(['credit_note.created'], 'document')
  async onCreditNote(@Payload() message: Message<'credit_note.created'>): Promise<void> {
    await this.keep(message, 'credit_note', message.payload.credit_note_id);
  }

  @OnMessage(['payment_receipt.created'], 'document')
  async onReceipt(@Payload() message: Message<'payment_receipt.created'>): Promise<void> {
    await this.keep(message, 'payment_receipt', message.payload.payment_receipt_id);
  }

  private async keep(message: Message, kind: DocumentKind, id: string): Promise<void> {
    await this.database.handleOnce(message, async (transaction) => {
      await this.documents.keep(transaction, kind, id, Date.parse(message.occurred_at));
    });
  }
}
