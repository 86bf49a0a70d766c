import type { BillingEntity, PaymentRequest } from '@tollgate/contracts';
import { daysText } from '../content/fee-names.js';
import { languageFor } from '../content/parties.js';
import type { DocumentContents } from '../tables/document-contents.js';

/** A file that a mail links to. */
export interface LinkedFile {
  name: string;
  url: string;
}

/** The issuer's name for customers. */
export const issuerName = ({ legal_name: legalName, name }: BillingEntity): string => legalName ?? name;

/** The subject of a mail with a document, in the document's language (webhooks, section 7). */
export const mailSubject = (issuer: BillingEntity, { title }: DocumentContents, number: string): string =>
  `${issuerName(issuer)}: ${title} ${number}`;

/** Builds a mail's text: the top of the document, with links to its file and related ones. */
export function mailText(issuer: BillingEntity, contents: DocumentContents, files: LinkedFile[]): string {
  const { title, amount, head, totals } = contents;
  const last = totals.at(-1);
  const blocks = [
    [issuerName(issuer), title],
    [amount.value, amount.remark],
    [...head, ...(last ? [last] : [])].map(({ label, value }) => `${label}: ${value}`),
    ...files.map(({ name, url }) => [name, url]),
    [issuer.email ?? ''],
  ];
  return blocks.map((lines) => lines.filter((line) => line !== '').join('\n')).join('\n\n');
}

/** Builds the mail that requests the payment of overdue invoices. @param urls of the files of invoices, by number */
export function requestMail(
  issuer: BillingEntity,
  request: PaymentRequest,
  urls: Map<string, string>,
): { subject: string; text: string } {
  const { customer, invoices, amount_cents: amount, amount_currency: currency } = request;
  const language = languageFor(customer, issuer);
  const { labels, formats } = language;
  const blocks = [
    [customer.name ?? customer.external_id],
    [`${labels.overdue}: ${formats.money(amount, currency)}`],
    [`${labels.paymentTerm}: ${daysText(invoices[0]?.net_payment_term ?? 0, language)}`],
    ...invoices.map((invoice) => [
      `${invoice.number}: ${formats.money(invoice.total_due_amount_cents, currency)}`,
      urls.get(invoice.number) ?? '',
    ]),
    [issuerName(issuer), issuer.email ?? ''],
  ];
  return {
    subject: `${issuerName(issuer)}: ${labels.overdue}`,
    text: blocks.map((lines) => lines.filter((line) => line !== '').join('\n')).join('\n\n'),
  };
}
