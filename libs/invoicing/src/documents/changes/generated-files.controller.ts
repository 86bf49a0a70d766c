import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { sql } from 'kysely';
import type { Message } from '@tollgate/contracts';
import { Batcher, OnMessage, Semaphore } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';

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

  /** Stores the files of messages of one type and organization. */
  private async storeAll(messages: Generated[]): Promise<void[]> {
    const table = messages[0]?.type === 'invoice.generated' ? 'invoicing.invoices' : 'invoicing.credit_notes';
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      if (fresh.length === 0) return;
      await sql`
        update ${sql.table(table)} issued set file = given.file::jsonb
        from unnest(${fresh.map(idOf)}::uuid[], ${fresh.map(({ payload }) => JSON.stringify(payload.file))}::text[]) as given (id, file)
        where issued.id = given.id
      `.execute(transaction);
    });
    return messages.map(() => undefined);
  }
}

const idOf = ({ payload }: Generated): string =>
  'invoice_id' in payload ? payload.invoice_id : payload.credit_note_id;
