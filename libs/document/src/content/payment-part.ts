import type { BillingEntity, SingleInvoice } from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';
import type { Entry, PaymentPart } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import type { Language } from './parties.js';

/** Builds how to pay an invoice; null where nothing is due or its issuer says nothing (webhooks, section 8.1). */
export function paymentPartOf(
  invoice: SingleInvoice,
  issuer: BillingEntity,
  { language, facts }: { language: Language; facts: BillingFacts },
): PaymentPart | null {
  const terms = issuer.payment_terms;
  const iban = facts.charged.has(invoice.customer.svc_id) ? null : issuer.bank_account_iban;
  if (invoice.self_billed || invoice.total_due_amount_cents <= 0) return null;
  if (terms === null && iban === null) return null;
  const code = iban === null ? null : transferOf(invoice, issuer, iban);
  return {
    title: language.labels.howToPay,
    terms,
    account: iban === null ? [] : accountOf(invoice.number, issuer, { iban, language }),
    code: code === null ? null : { content: code, caption: language.labels.scanToPay },
  };
}

const holderOf = ({ bank_account_holder: holder, legal_name: legalName, name }: BillingEntity): string =>
  holder || legalName || name;

/** The rows of an account for a transfer, with its reference. */
export function accountOf(
  reference: string,
  issuer: BillingEntity,
  { iban, language: { labels } }: { iban: string; language: Language },
): Entry[] {
  const bic = issuer.bank_account_bic;
  return [
    { label: labels.accountHolder, value: holderOf(issuer) },
    { label: 'IBAN', value: iban.replaceAll(/.{4}(?=.)/g, '$& ') },
    ...(bic === null ? [] : [{ label: 'BIC', value: bic }]),
    { label: labels.transferReference, value: reference },
  ];
}

/** Bounds of a transfer in a code (EPC069-12): characters of the name, bytes in all, and cents. */
const mostName = 70;
const mostBytes = 331;
const mostCents = 99_999_999_999;

/** The content of a code for a SEPA credit transfer (EPC069-12, version 2); null where there can be none. */
function transferOf(invoice: SingleInvoice, issuer: BillingEntity, iban: string): string | null {
  const { currency, total_due_amount_cents: cents, number } = invoice;
  if (currency !== 'EUR' || cents > mostCents) return null;
  const [utf8, purpose, structuredReference] = ['1', '', ''];
  const lines = [
    ...['BCD', '002', utf8, 'SCT'],
    issuer.bank_account_bic ?? '',
    [...onOneLine(holderOf(issuer))].slice(0, mostName).join(''),
    iban,
    `EUR${new Decimal(cents).div(100).toFixed(2)}`,
    ...[purpose, structuredReference],
    onOneLine(number),
  ];
  const content = lines.join('\n');
  return Buffer.byteLength(content) > mostBytes ? null : content;
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
