import { Injectable } from '@nestjs/common';
import { newId, writeMail, type MailPage, type OutgoingMail, type Transaction } from '@tollgate/platform';
import type { MailContent } from '../identity.tables.js';
import { insertMail } from './mails.repository.js';
import { noticePage } from './notice-page.js';

/** A mail in plain text. */
export interface Mail {
  to: string;
  bcc?: string[];
  subject: string;
  text: string;
  /** Its language and greeting; absent: English. */
  locale?: string;
  greeting?: string;
}

/** A mail that is written when it is sent, so that its contents, such as a token, are never stored. */
export interface LateMail {
  kind: string;
  to: string;
  /** Its language; null or absent for English. */
  locale?: string | null;
}

/** Writes a mail of a kind. @param organizationId of its sender, or null @returns null without a recipient */
type Writer = (to: string, locale: string | null, organizationId: string | null) => Promise<MailPage | null>;

/** A mail as it leaves. */
type WrittenMail = Omit<OutgoingMail, 'id'>;

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
    await insertMail(transaction, {
      id: newId(),
      organization_id: organizationId,
      kind: 'kind' in mail ? mail.kind : 'written',
      recipient: mail.to,
      locale: mail.locale ?? null,
      content: 'kind' in mail ? null : contentOf(mail),
      created_at: now,
      next_try_at: now,
    });
  }

  /** Writes a waiting mail; null when there is nothing to send. @throws Error for a kind without a writer */
  async write({ kind, recipient: to, content, locale, organization_id }: WaitingMail): Promise<WrittenMail | null> {
    if (content) return { to, bcc: content.bcc, ...writeMail(noticePage(content, locale)) };
    const writer = this.writers.get(kind);
    if (!writer) throw new Error(`no writer is registered for mails of the kind ${kind}`);
    const page = await writer(to, locale, organization_id);
    return page && { to, ...writeMail(page) };
  }
}

const contentOf = ({ bcc = [], subject, text, greeting }: Mail): string =>
  JSON.stringify({ bcc, subject, text, greeting } satisfies { [K in keyof MailContent]: unknown });

interface WaitingMail {
  kind: string;
  recipient: string;
  content: MailContent | null;
  locale: string | null;
  organization_id: string | null;
}
