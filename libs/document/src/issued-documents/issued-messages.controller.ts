import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Batcher, groupBy, Jobs, OnMessage, Semaphore } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { DocumentsService } from './documents.service.js';
import { queueMail } from './mails.repository.js';

type IssuedInvoice = 'invoice.created' | 'invoice.one_off_created' | 'invoice.paid_credit_added';

/** A message about an issued invoice, credit note or receipt. */
interface IssuedMessage {
  message: Message;
  kind: DocumentKind;
  id: string;
}

/** Organizations processed concurrently; each holds a connection. */
const organizationsAtOnce = 2;

/** Issues a document for each issued subject, in batches. */
@Controller()
export class IssuedMessagesController {
  private readonly issued = new Batcher<IssuedMessage, void>(
    (items) => this.issueAll(items),
    new Semaphore(organizationsAtOnce),
  );

  constructor(
    private readonly database: DocumentDatabase,
    private readonly documents: DocumentsService,
    private readonly jobs: Jobs,
  ) {}

  @OnMessage(['invoice.created', 'invoice.one_off_created', 'invoice.paid_credit_added'], 'document', { inSets: true })
  async onInvoice(@Payload() message: Message<IssuedInvoice>): Promise<void> {
    await this.issue({ message, kind: 'invoice', id: message.payload.invoice_id });
  }

  @OnMessage(['credit_note.created'], 'document', { inSets: true })
  async onCreditNote(@Payload() message: Message<'credit_note.created'>): Promise<void> {
    await this.issue({ message, kind: 'credit_note', id: message.payload.credit_note_id });
  }

  @OnMessage(['payment_receipt.created'], 'document', { inSets: true })
  async onReceipt(@Payload() message: Message<'payment_receipt.created'>): Promise<void> {
    await this.issue({ message, kind: 'payment_receipt', id: message.payload.payment_receipt_id });
  }

  private async issue(items: IssuedMessage): Promise<void> {
    await this.issued.add(items.message.organization_id, items);
  }

  /** Issues one batch for each kind and instant: a document has the date of its subject. */
  private async issueAll(items: IssuedMessage[]): Promise<void[]> {
    const messages = items.map(({ message }) => message);
    const mails: string[] = [];
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      const ids = new Set(fresh.map(({ id }) => id));
      const freshItems = items.filter(({ message }) => ids.has(message.id));
      for (const set of groupBy(freshItems, ({ kind, message }) => `${kind} ${message.occurred_at}`).values()) {
        const [{ kind, message }] = set as [IssuedMessage];
        mails.push(
          ...(await this.documents.issueAll(
            transaction,
            kind,
            set.map(({ id }) => id),
            Date.parse(message.occurred_at),
          )),
        );
      }
    });
    for (const id of mails) await queueMail(this.jobs, (messages[0] as Message).organization_id, id);
    return items.map(() => undefined);
  }
}
