import { malformedAddresses, type Resend } from '@tollgate/contracts';
import { refuseErrors } from '@tollgate/platform';
import { addressesOf } from '../issued-documents/mails.repository.js';
import type { Recipients } from '../tables/document.tables.js';

/** The maximum number of recipients in one request. */
const mostRecipients = 10;

/** The recipients that a call names, by default the customer. */
export function recipientsOf({ to = [], cc = [], bcc = [] }: Resend, customerEmail: string | null): Recipients {
  const trimmed = (addresses: string[]) => addresses.map((one) => one.trim()).filter((one) => one !== '');
  const named = trimmed(to);
  return { to: named.length > 0 ? named : addressesOf(customerEmail ?? ''), cc: trimmed(cc), bcc: trimmed(bcc) };
}

/** @throws ValidationFailed with a text per field */
export function refuseRecipients(recipients: Recipients, issuerEmail: string | null): void {
  const errors: Record<string, string[]> = {};
  if (!issuerEmail) errors['billing_entity'] = ['must have an email configured'];
  if (recipients.to.length === 0) errors['to'] = ['must have at least one recipient'];
  const named = recipients.to.length + recipients.cc.length + recipients.bcc.length;
  if (named > mostRecipients) errors['to'] = [`must have ${mostRecipients} recipients at most, with cc and bcc`];
  for (const field of ['to', 'cc', 'bcc'] as const) {
    const malformed = malformedAddresses(recipients[field]);
    if (malformed.length > 0) errors[field] = [`invalid email addresses: ${malformed.join(', ')}`];
  }
  refuseErrors(errors);
}
