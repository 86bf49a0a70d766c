import { body, type BodyInput } from '../http/body.js';
import { textList } from '../http/fields.js';
import { isEmailAddress } from '../http/party-fields.js';
import { route } from '../http/route.js';
import { described } from '../http/texts.js';

/** The recipients of a document; by default the customer (webhooks, section 7). */
export const Resend = described(
  body({
    to: described(textList(), 'Addresses', 'billing@acme.example'),
    cc: described(textList(), 'Addresses that receive a copy', 'finance@acme.example'),
    bcc: described(textList(), 'Addresses that receive a blind copy', 'archive@acme.example'),
  }),
  "The recipients of the document; absent: the customer's addresses",
);
export type Resend = BodyInput<typeof Resend>;

/** The malformed ones of these addresses. */
export const malformedAddresses = (addresses: string[]): string[] => addresses.filter((one) => !isEmailAddress(one));

const shared = {
  service: 'document',
  method: 'POST',
  body: Resend,
  bodyOptional: true,
  answer: {},
  answerType: 'text/plain',
} as const;

/** Calls that send documents again. */
export const resendRoutes = {
  invoice: route({
    ...shared,
    permission: 'invoice',
    path: '/invoices/:svc_id/resend_email',
    summary: 'Send a final invoice by e-mail',
  }),
  creditNote: route({
    ...shared,
    permission: 'credit_note',
    path: '/credit_notes/:svc_id/resend_email',
    summary: 'Send a credit note by e-mail',
  }),
  /** The permission of invoices covers receipts (customers, section 1.1). */
  paymentReceipt: route({
    ...shared,
    permission: 'invoice',
    path: '/payment_receipts/:svc_id/resend_email',
    summary: 'Send a payment receipt by e-mail',
  }),
};
