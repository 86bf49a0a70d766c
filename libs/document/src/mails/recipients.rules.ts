import { malformedAddresses, type Resend } from '@tollgate/contracts';
import { refuseErrors } from '@tollgate/platform';
import type { Recipients } from '../tables/document.tables.js';

/** The maximum number of recipients that one request adds to those of the customer. */
const mostRecipients = 10;

/** The recipients that a call names, by default those of the customer. */
export function recipientsOf({ to = [], cc = [], bcc = [] }: Resend, ofCustomer: string[]): Recipients {
  const trimmed = (addresses: string[]) => addresses.map((one) => one.trim()).filter((one) => one !== '');
  const named = trimmed(to);
  return { to: named.length > 0 ? named : ofCustomer, cc: trimmed(cc), bcc: trimmed(bcc) };
}

/**
 * @param ofCustomer the addresses that the customer chose itself
 * @throws ValidationFailed with a text per field
 */
export function refuseRecipients(recipients: Recipients, ofCustomer: string[], issuerEmail: string | null): void {
  const { to, cc, bcc } = recipients;
  const errors: Record<string, string[]> = {};
  if (!issuerEmail) errors['billing_entity'] = ['must have an email configured'];
  if (to.length === 0) errors['to'] = ['must have at least one recipient'];
  const added = [...to, ...cc, ...bcc].filter((address) => !ofCustomer.includes(address));
  if (added.length > mostRecipients) errors['to'] = [`must have ${mostRecipients} recipients at most, with cc and bcc`];
  for (const field of ['to', 'cc', 'bcc'] as const) {
    const malformed = malformedAddresses(recipients[field]);
    if (malformed.length > 0) errors[field] = [`invalid email addresses: ${malformed.join(', ')}`];
  }
  refuseErrors(errors);
}
