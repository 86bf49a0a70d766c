import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { sql } from 'kysely';
import { einvoicingDetails, einvoicingErrorCode, type Message } from '@tollgate/contracts';
import { Batcher, newId, OnMessage, Semaphore } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { recordEinvoicingError } from '../../model/errors/invoice-errors.repository.js';
import { tables } from '../../model/invoicing.tables.js';

type Generated = Message<'invoice.generated' | 'credit_note.generated'>;

/** The number of organizations whose files are stored in parallel; each holds a connection. */
const organizationsAtOnce = 2;

/**
 * Stores the addresses of generated files, which the answers of invoices and credit notes show (webhooks, section 8).
 */
@Controller()
export class GeneratedFilesController {
  private readonly generated = new Batcher<Generated, void>(
    (messages) => this.storeAll(messages),
    new Semaphore(organizationsAtOnce),
  );

  constructor(private readonly database: InvoicingDatabase) {}

  @OnMessage(['invoice.generated', 'credit_note.generated'], 'invoicing', { inSets: true })
  async onGenerated(@Payload() message: Generated): Promise<void> {
    await this.generated.add(`${message.type} ${message.organization_id}`, message);
  }

  /** Stores why an invoice has no e-invoice (webhooks, section 9). */
  @OnMessage(['invoice.einvoicing_error'], 'invoicing')
  async onFaultyInvoice(@Payload() message: Message<'invoice.einvoicing_error'>): Promise<void> {
    const { invoice_id: id, faults } = message.payload;
    await this.database.handleOnce(message, (transaction) =>
      recordEinvoicingError(transaction, id, faults, Date.parse(message.occurred_at)),
    );
  }

  /** Stores why a credit note has no e-invoice. */
  @OnMessage(['credit_note.einvoicing_error'], 'invoicing')
  async onFaultyNote(@Payload() message: Message<'credit_note.einvoicing_error'>): Promise<void> {
    const { credit_note_id: id, faults } = message.payload;
    const error = { svc_id: newId(), error_code: einvoicingErrorCode, details: einvoicingDetails(faults) };
    await this.database.handleOnce(message, async (transaction) => {
      await tables(transaction)
        .updateTable('invoicing.credit_notes')
        .set({ error_details: sql`error_details || ${JSON.stringify([error])}::jsonb` })
        .where('id', '=', id)
        .execute();
    });
  }

  /** Stores the files of messages of one type and organization. */
  private async storeAll(messages: Generated[]): Promise<void[]> {
    const table = messages[0]?.type === 'invoice.generated' ? 'invoicing.invoices' : 'invoicing.credit_notes';
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      if (fresh.length === 0) return;
      await sql`
        update ${sql.table(table)} issued set file = given.file::jsonb, xml_file = given.xml::jsonb
        from unnest(
          ${fresh.map(idOf)}::uuid[],
          ${fresh.map(({ payload }) => JSON.stringify(payload.file))}::text[],
          ${fresh.map(({ payload: { xml } }) => (xml ? JSON.stringify(xml) : null))}::text[]
        ) as given (id, file, xml)
        where issued.id = given.id
      `.execute(transaction);
    });
    return messages.map(() => undefined);
  }
}

const idOf = ({ payload }: Generated): string =>
  'invoice_id' in payload ? payload.invoice_id : payload.credit_note_id;
