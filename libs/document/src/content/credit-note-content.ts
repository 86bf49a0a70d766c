import type { BillingEntity, CreditNote } from '@tollgate/contracts';
import type { DocumentContents, Entry } from '../tables/document-contents.js';
import { feeName } from './fee-tables.js';
import { languageFor, notesOf, partiesOf, taxRemarks, type Language } from './parties.js';

/** Builds the content of a credit note (webhooks, section 8.3). */
export function buildCreditNoteContent(note: CreditNote, issuer: BillingEntity): DocumentContents {
  const language = languageFor(note.customer, issuer);
  const { labels, formats } = language;
  const money = (cents: number) => formats.money(cents, note.currency);
  return {
    title: labels.creditNote,
    head: [
      { label: labels.number, value: note.number },
      { label: labels.invoiceNumber, value: note.invoice_number },
      { label: labels.issueDate, value: formats.day(note.issuing_date) },
    ],
    notes: notesOf(note.customer),
    ...partiesOf(note.customer, issuer, language, { selfBilled: note.self_billed, toTitle: labels.creditTo }),
    amount: { value: money(note.total_amount_cents), remark: remarkOf(note, language) },
    tables: [
      {
        title: null,
        columns: [labels.item, labels.taxRate, labels.amount],
        rows: note.items.map(({ fee, amount_cents: cents }) => [
          fee === null ? labels.prepaidCredits : feeName(fee, language),
          formats.rate(fee?.taxes_rate ?? 0),
          money(cents),
        ]),
      },
    ],
    totals: totalsOf(note, language, money),
    paragraphs: taxRemarks(
      issuer,
      note.applied_taxes.map((tax) => tax.tax_code),
      language,
    ),
    footer: note.self_billed ? labels.selfBillingNotice : issuer.invoice_footer,
  };
}

const partsOf = (note: CreditNote, { labels }: Language): [string, number][] =>
  (
    [
      [labels.offset, note.offset_amount_cents],
      [labels.credited, note.credit_amount_cents],
      [labels.refunded, note.refund_amount_cents],
    ] as [string, number][]
  ).filter(([, cents]) => cents > 0);

/** Describes the use of the amount; several uses show only the issue. */
function remarkOf(note: CreditNote, language: Language): string {
  const parts = partsOf(note, language);
  const [only] = parts;
  const done = only && parts.length === 1 ? only[0] : language.labels.issued;
  return `${done} ${language.formats.day(note.issuing_date)}`;
}

function totalsOf(note: CreditNote, language: Language, money: (cents: number) => string): Entry[] {
  const { labels, formats } = language;
  const coupons = note.coupons_adjustment_amount_cents;
  return [
    ...(coupons === 0 ? [] : [{ label: labels.coupon, value: money(-coupons) }]),
    { label: labels.subtotal, value: money(note.sub_total_excluding_taxes_amount_cents) },
    ...[...note.applied_taxes]
      .sort((one, other) => other.tax_rate - one.tax_rate)
      .map((tax) => ({
        label: `${tax.tax_name} (${formats.rate(tax.tax_rate)} × ${money(tax.base_amount_cents)})`,
        value: money(tax.amount_cents),
      })),
    ...partsOf(note, language).map(([label, cents]) => ({ label, value: money(cents) })),
    { label: labels.total, value: money(note.total_amount_cents) },
  ];
}
