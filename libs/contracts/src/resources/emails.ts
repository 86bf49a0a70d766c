import { z } from 'zod';
import { id, timestamp } from '../http/fields.js';
import { listParameters } from '../http/lists.js';
import { query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, exampleId, shape, svcId, texts } from '../http/texts.js';

export const emailTypes = [
  'invoice',
  'credit_note',
  'payment_receipt',
  'payment_request',
  'statement',
  'usage_alert',
] as const;
export const emailStatuses = ['queued', 'sent', 'refused'] as const;

/** A recipient of an e-mail, and the mail server's reply. */
export const EmailRecipient = shape("A recipient of an e-mail, with the mail server's reply", {
  email: described(z.string(), ...texts.email),
  field: described(z.enum(['to', 'cc', 'bcc']), 'Kind of recipient: to, cc or bcc'),
  status: described(z.enum(emailStatuses), ...texts.state),
  /** The mail server's reply code; null without a reply. */
  code: described(z.int().nullable(), "The mail server's reply code; null without a reply", 250),
  /** Why it was refused, or not sent yet; null for a sent one. */
  reason: described(
    z.string().nullable(),
    'Reason why it was refused or not sent yet; null once it is sent',
    'mailbox unavailable',
  ),
});
export type EmailRecipient = z.infer<typeof EmailRecipient>;

/** A step of an e-mail's delivery. */
export const EmailEvent = shape('A step of the delivery of an e-mail', {
  status: described(z.enum([...emailStatuses, 'resent']), ...texts.state),
  /** In real time, also in sandbox organizations. */
  at: described(timestamp(), 'Time of the step'),
  /** Why it was refused; null for other steps. */
  reason: described(z.string().nullable(), 'Reason of the refusal; null for other steps', 'mailbox unavailable'),
});
export type EmailEvent = z.infer<typeof EmailEvent>;

/** An e-mail to a customer, in the delivery log (webhooks, section 7). */
export const Email = shape('An e-mail with a document, and its delivery', {
  svc_id: svcId(),
  email_type: described(z.enum(emailTypes), 'Kind of document'),
  /** The invoice, credit note, receipt, payment request, statement, or the triggering of a customer's alert. */
  svc_resource_id: described(id(), 'Identifier of the document'),
  /** `refused` when a recipient is refused for good; `recipients` says which. */
  status: described(z.enum(emailStatuses), ...texts.state),
  /** Whether a call requested it. */
  requested: described(z.boolean(), 'Whether a call requested it'),
  recipients: z.array(EmailRecipient),
  /** The number of tries. */
  tries: described(z.int(), 'Number of tries', 1),
  /** When a queued one is tried next. */
  next_try_at: described(timestamp().nullable(), 'Time of the next attempt; null if none is planned'),
  events: z.array(EmailEvent),
  created_at: createdAt(),
});
export type Email = z.infer<typeof Email>;

export const EmailFilters = query({
  ...listParameters(['created_at']),
  status: described(queryChoice(emailStatuses), ...texts.filteredState),
  email_type: described(queryChoice(emailTypes), 'Kind of document'),
  svc_resource_id: described(queryText(), 'Identifier of the document', exampleId),
  /** An address among the recipients. */
  email: described(queryText(), ...texts.email),
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
