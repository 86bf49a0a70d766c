import { sql, type Selectable } from 'kysely';
import type { emailSettings } from '@tollgate/contracts';
import { newId, type Jobs, type TenantTransaction } from '@tollgate/platform';
import {
  tables,
  type AlertNotice,
  type DocumentKind,
  type MailKind,
  type MailStep,
  type MailsTable,
  type Recipients,
} from '../tables/document.tables.js';

export type MailRow = Selectable<MailsTable>;

export interface NewMail {
  kind: MailKind;
  subjectId: string;
  recipients: Recipients;
  /** Of a mail without a document. */
  content?: AlertNotice | null;
  /** Whether a request caused it. */
  isRequested?: boolean;
}

/** The e-mail setting of an issuer for each kind of document. */
export const settingOf: Record<DocumentKind, (typeof emailSettings)[number]> = {
  invoice: 'invoice.finalized',
  credit_note: 'credit_note.created',
  payment_receipt: 'payment_receipt.created',
};

/** Splits a customer's addresses, separated by commas. */
export const addressesOf = (email: string): string[] =>
  email
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Inserts mails to send. @returns their ids */
export async function insertMails(transaction: TenantTransaction, mails: NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const now = new Date();
  const rows = mails.map(({ kind, subjectId, recipients, content = null, isRequested = false }) => ({
    id: newId(),
    organization_id: transaction.organizationId,
    kind,
    subject_id: subjectId,
    recipients: JSON.stringify(recipients),
    content: content && JSON.stringify(content),
    sent_at: null,
    refused_at: null,
    asked_for: isRequested,
    steps: JSON.stringify([{ status: 'queued', at: now.toISOString(), reason: null } satisfies MailStep]),
  }));
  await tables(transaction).insertInto('document.mails').values(rows).execute();
  return rows.map(({ id }) => id);
}

/**
 * Computes how long an organization must wait before it may request a mail. Holds a lock against concurrent requests
 * until the transaction ends.
 * @param most mails of an hour
 * @returns whole seconds, 0 for now
 */
export async function requestWaitSeconds(transaction: TenantTransaction, most: number): Promise<number> {
  const { organizationId } = transaction;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mails ${organizationId}`}, 0))`.execute(transaction);
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - now()))::int as seconds
    from document.mails where organization_id = ${organizationId} and asked_for
    order by created_at desc offset ${most - 1} limit 1
  `.execute(transaction);
  return Math.max(0, rows[0]?.seconds ?? 0);
}

/**
 * Queues the job that sends a stored mail. @param retryAt the next try of a mail, Unix ms: it blocks no test clock, and
 * the reconciler recovers it
 */
export const queueMail = (jobs: Jobs, organizationId: string, id: string, retryAt?: number): Promise<void> =>
  jobs.add(
    'document-mail',
    { organization_id: organizationId, request_id: null, mail_id: id },
    retryAt === undefined ? { id } : { id: `${id}-${retryAt}`, delayMs: retryAt - Date.now(), blocksTestClock: false },
  );
