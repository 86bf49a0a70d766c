import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import type { Message } from '@tollgate/contracts';
import { Batcher, groupBy, Jobs, OnMessage, Slots } from '@tollgate/platform';
import { DocumentDatabase } from '../document.database.js';
import type { DocumentKind } from '../tables/document.tables.js';
import { DocumentsService } from './documents.service.js';
import { queueMail } from './mails.repository.js';

type IssuedInvoice = 'invoice.created' | 'invoice.one_off_created' | 'invoice.paid_credit_added';

/** A message that something was issued. */
interface Told {
  message: Message;
  kind: DocumentKind;
  id: string;
}

/** Organizations whose documents are kept at a time; each holds a connection. */
const organizationsAtOnce = 2;

/** What is issued gets its document; what is issued together gets them together. */
@Controller()
export class IssuedMessagesController {
  private readonly issued = new Batcher<Told, void>((told) => this.keepAll(told), new Slots(organizationsAtOnce));

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

  private async keep(told: Told): Promise<void> {
    await this.issued.add(told.message.organization_id, told);
  }

  /** A document is dated as what it is about: each instant has its set. */
  private async keepAll(told: Told[]): Promise<void[]> {
    const messages = told.map(({ message }) => message);
    const mails: string[] = [];
    await this.database.handleAllOnce(messages, async (transaction, fresh) => {
      const ids = new Set(fresh.map(({ id }) => id));
      const wanted = told.filter(({ message }) => ids.has(message.id));
      for (const set of groupBy(wanted, ({ kind, message }) => `${kind} ${message.occurred_at}`).values()) {
        const [{ kind, message }] = set as [Told];
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
    return told.map(() => undefined);
  }
}
