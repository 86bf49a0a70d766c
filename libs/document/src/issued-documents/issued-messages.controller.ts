import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Batcher, groupBy, Jobs, OnMessage, Semaphore } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { DocumentsService } from './documents.service.js';
import { queueMail } from './mails.repository.js';

type IssuedInvoice = 'invoice.created' | 'invoice.one_off_created' | 'invoice.paid_credit_added';

/** A message that something was issued. */
interface IssuedMessage {
  message: Message;
  kind: DocumentKind;
  id: string;
}

/** Organizations whose documents are kept at a time; each holds a connection. */
const organizationsAtOnce = 2;

/** What is issued gets its document; what is issued together gets them together. */
@Controller()
export class IssuedMessagesController {
  private readonly issued = new Batcher<IssuedMessage, void>((items) => this.keepAll(items), new Semaphore(organizationsAtOnce));

  constructor(
    private readonly database: DocumentDatabase,
    private readonly documents: DocumentsService,
    private readonly jobs: Jobs,
  ) {}

  @OnMessage(['invoice.created', 'invoice.one_off_created', 'invoice.paid_credit_added'], 'document', { inSets: true })
  async onInvoice(@Payload() message: Message<IssuedInvoice>): Promise<void> {
    await this.keep({ message, kind: 'invoice', id: message.payload.invoice_id });
  }

  @OnMessage(['credit_note.created'], 'document', { inSets: true })
  async onCreditNote(@Payload() message: Message<'credit_note.created'>): Promise<void> {
    await this.keep({ message, kind: 'credit_note', id: message.payload.credit_note_id });
  }

  @OnMessage(['payment_receipt.created'], 'document', { inSets: true })
  async onReceipt(@Payload() message: Message<'payment_receipt.created'>): Promise<void> {
    await this.keep({ message, kind: 'payment_receipt', id: message.payload.payment_receipt_id });
  }

  private async keep(items: IssuedMessage): Promise<void> {
    await this.issued.add(items.message.organization_id, items);
  }

  /** A document is dated as what it is about: each instant has its set. */
  private async keepAll(items: IssuedMessage[]): Promise<void[]> {
    const messages = items.map(({ message }) => message);
    const mails: string[] = [];
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      const ids = new Set(fresh.map(({ id }) => id));
      const wanted = items.filter(({ message }) => ids.has(message.id));
      for (const set of groupBy(wanted, ({ kind, message }) => `${kind} ${message.occurred_at}`).values()) {
        const [{ kind, message }] = set as [IssuedMessage];
        mails.push(
          ...(await this.documents.keepAll(
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
