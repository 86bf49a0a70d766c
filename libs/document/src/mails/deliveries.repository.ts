import { sql } from 'kysely';
import type { EmailFilters, SortsOf } from '@tollgate/contracts';
import {
  isId,
  instantKey,
  listForm,
  narrowed,
  readList,
  type TenantTransaction,
  type Transaction,
} from '@tollgate/platform';
import type { MailRow } from '../issued-documents/mails.repository.js';
import { tables, type MailStep } from '../tables/document.tables.js';
import type { Settled } from './delivery.rules.js';

/** How long a try has the mail to itself; the longest silence of a server is shorter. */
const leaseSeconds = 300;
const mostReconciled = 500;
/** A call adds a step to a mail, without end. */
const mostSteps = 100;

const mailsOf = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('document.mails')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** Takes a due mail for a try: no other process tries it meanwhile. @returns undefined for one that is not due */
export async function claimMail(transaction: TenantTransaction, id: string): Promise<MailRow | undefined> {
  return (
    tables(transaction)
      .updateTable('document.mails')
      .set({ tries: sql`tries + 1`, next_try_at: sql`now() + make_interval(secs => ${leaseSeconds})` })
      .where('organization_id', '=', transaction.organizationId)
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      // The clocks of a job and of the database may differ a little.
      .where('next_try_at', '<=', sql<Date>`now() + interval '1 second'`)
      .returningAll()
      .executeTakeFirst()
  );
}

/** Schedules the next try of a mail that was not tried. @param takeBack whether its claim counted a try */
export async function postponeMail(
  transaction: TenantTransaction,
  id: string,
  nextTryAt: number,
  takeBack: boolean,
): Promise<void> {
  await tables(transaction)
    .updateTable('document.mails')
    .set({ next_try_at: new Date(nextTryAt), ...(takeBack ? { tries: sql`greatest(tries - 1, 0)` } : {}) })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute();
}

/** Stores the outcome of a try. @param now in real time */
export async function storeDelivery(
  transaction: TenantTransaction,
  { id }: MailRow,
  { accepted, refused, delayed, nextTryAt, steps }: Settled,
  now: Date,
): Promise<MailRow> {
  const isDone = nextTryAt === null;
  return tables(transaction)
    .updateTable('document.mails')
    .set({
      accepted: JSON.stringify(accepted),
      refused: JSON.stringify(refused),
      delayed: JSON.stringify(delayed),
      steps: stepsWith(steps),
      ...(isDone && accepted.length > 0 ? { sent_at: now } : {}),
      ...(isDone && refused.length > 0 ? { refused_at: now } : {}),
      ...(isDone ? {} : { next_try_at: new Date(nextTryAt) }),
    })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Queues a refused mail again for the refused recipients. */
export async function requeueMail(transaction: TenantTransaction, id: string, now: Date): Promise<void> {
  await tables(transaction)
    .updateTable('document.mails')
    .set({
      refused: '[]',
      delayed: '[]',
      sent_at: null,
      refused_at: null,
      queued_at: now,
      next_try_at: now,
      steps: stepsWith([{ status: 'queued', at: now.toISOString(), reason: null }]),
    })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('refused_at', 'is not', null)
    .execute();
}

/** Records that a call sent a mail again, as another mail. */
export async function addStep(transaction: TenantTransaction, id: string, step: MailStep): Promise<void> {
  await tables(transaction)
    .updateTable('document.mails')
    .set({ steps: stepsWith([step]) })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where(sql<boolean>`jsonb_array_length(steps) < ${mostSteps}`)
    .execute();
}

const stepsWith = (steps: MailStep[]) => sql<string>`steps || ${JSON.stringify(steps)}::jsonb`;

export async function findMail(transaction: TenantTransaction, id: string): Promise<MailRow | undefined> {
  return mailsOf(transaction).where('id', '=', id).executeTakeFirst();
}

/** The latest mail about a subject. */
export async function latestMailOf(transaction: TenantTransaction, subjectId: string): Promise<MailRow | undefined> {
  return mailsOf(transaction)
    .where('subject_id', '=', subjectId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const list = listForm<SortsOf<EmailFilters>>({
  keys: { created_at: instantKey('created_at') },
  order: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  searched: [sql`recipients::text`],
});

/** Reads one page of mails, newest first. */
export async function listMails(transaction: TenantTransaction, filters: EmailFilters) {
  const { status, email_type: kind, svc_resource_id: subjectId, email } = filters;
  let query = mailsOf(transaction);
  if (status === 'refused') query = query.where('refused_at', 'is not', null);
  if (status === 'sent') query = query.where('refused_at', 'is', null).where('sent_at', 'is not', null);
  if (status === 'queued') query = query.where('refused_at', 'is', null).where('sent_at', 'is', null);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  if (subjectId !== undefined)
    query = isId(subjectId)
      ? query.where('subject_id', '=', subjectId.toLowerCase())
      : query.where(sql<boolean>`false`);
  if (email !== undefined)
    query = query.where(
      sql<boolean>`exists (
        select from jsonb_each(recipients) as named, jsonb_array_elements_text(named.value) as address
        where lower(address) = ${email.toLowerCase()})`,
    );
  return readList(transaction, narrowed(query, list, filters), list, filters);
}

/** Reads overdue mails of all organizations, whose jobs were lost. */
export async function waitingMails(transaction: Transaction): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from document.mails mail
    where sent_at is null and refused_at is null and next_try_at < now() - interval '1 minute' and not exists (
      select from platform.parked where service = 'document' and kind = 'job' and key = 'document-mail/' || mail.id)
    order by next_try_at limit ${mostReconciled}
  `.execute(transaction);
  return rows;
}

/** Deletes mails that were sent or refused before an instant. @returns their number, `limit` at most */
export async function deleteOldMails(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from document.mails where id in (
      select id from document.mails
      where greatest(sent_at, refused_at) < ${before} and (sent_at < ${before} or refused_at < ${before})
      limit ${limit})
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}
