import type { Email, EmailRecipient } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import type { MailRow } from '../issued-documents/mails.repository.js';
import type { Recipients } from '../tables/document.tables.js';

const fields = ['to', 'cc', 'bcc'] as const;

/** Presents a mail in the delivery log (webhooks, section 7). */
export function presentEmail(row: MailRow): Email {
  const status = statusOf(row);
  return {
    svc_id: row.id,
    email_type: row.kind,
    svc_resource_id: row.subject_id,
    status,
    requested: row.asked_for,
    recipients: recipientsOf(row),
    tries: row.tries,
    next_try_at: status === 'queued' ? isoSeconds(row.next_try_at) : null,
    events: row.steps.map(({ at, ...step }) => ({ ...step, at: isoSeconds(new Date(at)) })),
    created_at: isoSeconds(row.created_at),
  };
}

function statusOf({ sent_at: sentAt, refused_at: refusedAt }: MailRow): Email['status'] {
  if (refusedAt !== null) return 'refused';
  return sentAt === null ? 'queued' : 'sent';
}

function recipientsOf(row: MailRow): EmailRecipient[] {
  const named = row.recipients as Partial<Recipients>;
  return fields.flatMap((field) => (named[field] ?? []).map((email) => recipientOf(row, email, field)));
}

function recipientOf(row: MailRow, email: string, field: EmailRecipient['field']): EmailRecipient {
  const refused = row.refused.find(({ address }) => address === email);
  if (refused) return { email, field, status: 'refused', code: refused.code, reason: refused.reason };
  // An earlier release stored no recipients of a sent mail.
  const isSent = row.accepted.includes(email) || row.sent_at !== null;
  const delayed = isSent ? undefined : row.delayed.find(({ address }) => address === email);
  return {
    email,
    field,
    status: isSent ? 'sent' : 'queued',
    code: delayed?.code ?? null,
    reason: delayed?.reason ?? null,
  };
}
