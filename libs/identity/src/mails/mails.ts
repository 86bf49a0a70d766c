import { Injectable } from '@nestjs/common';
import { newId, type Transaction } from '@tollgate/platform';
import { insertMail } from './mails.repository.js';

/** A mail to people: plain text. */
export interface Mail {
  to: string;
  bcc?: string[];
  subject: string;
  text: string;
}

/** A mail that is written when it leaves: what stands in it, such as a token, is stored nowhere before. */
export interface LateMail {
  kind: string;
  to: string;
}

/** Writes a mail of a kind. @returns null where there is nobody to write to */
type Writer = (to: string) => Promise<Mail | null>;

/**
 * Mails to people. They wait in a table, where they are put in the transaction of what they tell of, and leave from there
 * (`mail-delivery.ts`): none is lost with a process, and nobody learns from the time of an answer whether there was one.
 */
@Injectable()
export class Mails {
  private readonly writers = new Map<string, Writer>();

  /** Says how mails of a kind are written. Called once, when the service starts. */
  register(kind: string, writer: Writer): void {
    this.writers.set(kind, writer);
  }

  /** Has a mail leave once the transaction is committed. @param organizationId whom it is from; null for nobody */
  async put(transaction: Transaction, organizationId: string | null, mail: Mail | LateMail): Promise<void> {
    const now = new Date();
    const content =
      'kind' in mail ? null : JSON.stringify({ bcc: mail.bcc ?? [], subject: mail.subject, text: mail.text });
    await insertMail(transaction, {
      id: newId(),
      organization_id: organizationId,
      kind: 'kind' in mail ? mail.kind : 'written',
      recipient: mail.to,
      content,
      created_at: now,
      next_try_at: now,
    });
  }

  /** What of a mail that waits is sent; null for nothing. @throws Error for a kind that nobody writes */
  async write(row: { kind: string; recipient: string; content: Omit<Mail, 'to'> | null }): Promise<Mail | null> {
    if (row.content) return { to: row.recipient, ...row.content };
    const writer = this.writers.get(row.kind);
    if (!writer) throw new Error(`nobody writes mails of the kind ${row.kind}`);
    return writer(row.recipient);
  }
}
