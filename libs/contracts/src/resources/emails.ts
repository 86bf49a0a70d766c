import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';

export const emailTypes = ['invoice', 'credit_note', 'payment_receipt', 'payment_request', 'statement'] as const;
export const emailStatuses = ['queued', 'sent', 'refused'] as const;

/** A recipient of an e-mail, and the mail server's reply. */
export const EmailRecipient = z.object({
  email: z.string(),
  field: z.enum(['to', 'cc', 'bcc']),
  status: z.enum(emailStatuses),
  /** The mail server's reply code; null without a reply. */
  code: z.int().nullable(),
  /** Why it was refused, or not sent yet; null for a sent one. */
  reason: z.string().nullable(),
});
export type EmailRecipient = z.infer<typeof EmailRecipient>;

/** A step of an e-mail's delivery. */
export const EmailEvent = z.object({
  status: z.enum([...emailStatuses, 'resent']),
  /** In real time, also in sandbox organizations. */
  at: timestamp(),
  /** Why it was refused; null for other steps. */
  reason: z.string().nullable(),
});
export type EmailEvent = z.infer<typeof EmailEvent>;

/** An e-mail to a customer, in the delivery log (webhooks, section 7). */
export const Email = z.object({
  svc_id: id(),
  email_type: z.enum(emailTypes),
  /** The invoice, credit note, receipt, payment request or statement. */
  svc_resource_id: id(),
  /** `refused` when a recipient is refused for good; `recipients` says which. */
  status: z.enum(emailStatuses),
  /** Whether a call requested it. */
  requested: z.boolean(),
  recipients: z.array(EmailRecipient),
  /** The number of tries. */
  tries: z.int(),
  /** When a queued one is tried next. */
  next_try_at: timestamp().nullable(),
  events: z.array(EmailEvent),
  created_at: timestamp(),
});
export type Email = z.infer<typeof Email>;

export const EmailFilters = query({
  ...listParameters(['created_at']),
  status: queryChoice(emailStatuses),
  email_type: queryChoice(emailTypes),
  svc_resource_id: queryText(),
  /** An address among the recipients. */
  email: queryText(),
});
export type EmailFilters = QueryInput<typeof EmailFilters>;

/** The permission of invoices covers their e-mails, as it covers receipts (customers, section 1.1). */
const shared = { service: 'document', permission: 'invoice' } as const;

export const emailRoutes = {
  list: route({
    ...shared,
    memberPermission: 'invoices:view',
    method: 'GET',
    path: '/emails',
    summary: 'List e-mails to customers with their delivery, newest first',
    query: EmailFilters,
    answer: { emails: z.array(Email), meta: Meta },
  }),
  read: route({
    ...shared,
    memberPermission: 'invoices:view',
    method: 'GET',
    path: '/emails/:svc_id',
    summary: 'Read an e-mail and the steps of its delivery',
    answer: { email: Email },
  }),
  resend: route({
    ...shared,
    memberPermission: 'invoices:send',
    method: 'POST',
    path: '/emails/:svc_id/resend',
    summary: 'Resend an e-mail to the same recipients',
    answer: { email: Email },
  }),
};
