import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { OnMessage } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { tables } from '../tables/invoicing.tables.js';

/** Invoices and credit notes have their files: their answers tell where (webhooks, section 8). */
@Controller()
export class GeneratedFilesController {
  constructor(private readonly database: InvoicingDatabase) {}

  @OnMessage(['invoice.generated'], 'invoicing')
  async onInvoice(@Payload() message: Message<'invoice.generated'>): Promise<void> {
    const { invoice_id: id, file } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      await tables(transaction)
        .updateTable('invoicing.invoices')
        .set({ file: JSON.stringify(file) })
        .where('id', '=', id)
        .execute();
    });
  }

  @OnMessage(['credit_note.generated'], 'invoicing')
  async onCreditNote(@Payload() message: Message<'credit_note.generated'>): Promise<void> {
    const { credit_note_id: id, file } = message.payload;
    await this.database.handleOnce(message, async (transaction) => {
      await tables(transaction)
        .updateTable('invoicing.credit_notes')
        .set({ file: JSON.stringify(file) })
        .where('id', '=', id)
        .execute();
    });
  }
}
