import type { MailKind } from '../tables/document.tables.js';

/** The identity of a mail, and the mails that it follows, first that of its invoice. */
export interface Thread {
  id: string;
  follows: string[];
}

/** The maximum number of mails that a header names. */
const mostFollowed = 20;

/** The document or request of a mail, and its own id. */
export interface MailSubject {
  id: string;
  kind: MailKind;
  subjectId: string;
  /** Whether a call requested it. */
  isRequested: boolean;
}

/**
 * Places a mail in the threads of its invoices, so that mail programs show invoice, reminder, receipt and credit note
 * together (webhooks, section 7). A document's own mail is named after the document. A mail that a call requests needs
 * a name of its own: programs hide a second mail with one Message-ID. So do payment requests, which may be sent twice.
 * @param invoiceIds the invoices that the mail is about
 */
export function threadOf({ id, kind, subjectId, isRequested }: MailSubject, invoiceIds: string[]): Thread {
  const isFirst = !isRequested && kind !== 'payment_request';
  const own = isFirst ? `${kind}-${subjectId}` : id;
  const follows = invoiceIds.slice(0, mostFollowed).map((invoiceId) => `invoice-${invoiceId}`);
  return { id: own, follows: follows.filter((one) => one !== own) };
}
