import { Injectable } from '@nestjs/common';
import { newId, type Transaction } from '@tollgate/platform';
import { insertMail } from './mails.repository.js';

/** A mail in plain text. */
export interface Mail {
  to: string;
  bcc?: string[];
  subject: string;
  text: string;
}

/** A mail that is written when it is sent, so that its contents, such as a token, are never stored. */
export interface LateMail {
  kind: string;
  to: string;
}

/** Writes a mail of a kind. @returns null without a recipient */
type Writer = (to: string) => Promise<Mail | null>;

/**
 * Mails to people. The transaction of the reported change stores a mail in a table; `mail-delivery.ts` sends it from
 * there. No mail is lost with a process, and the time of an answer does not reveal whether one was sent.
 */
@Injectable()
export class Mails {
  private readonly writers = new Map<string, Writer>();

  /** Registers the writer of a kind of mails. Called once, when the service starts. */
  register(kind: string, writer: Writer): void {
    this.writers.set(kind, writer);
  }

  /** Queues a mail when the transaction commits. @param organizationId the sender; null without one */
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

  /** Writes a waiting mail; null when there is nothing to send. @throws Error for a kind without a writer */
  async write(row: { kind: string; recipient: string; content: Omit<Mail, 'to'> | null }): Promise<Mail | null> {
    if (row.content) return { to: row.recipient, ...row.content };
    const writer = this.writers.get(row.kind);
    if (!writer) throw new Error(`nobody writes mails of the kind ${row.kind}`);
    return writer(row.recipient);
  }
}
