import type { BillingEntity, CreditNote } from '@tollgate/contracts';
import type { ContentRow, DocumentContents, Total } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import { feeName, ownSubscriptionName, rankOf } from './fee-names.js';
import { endOf, languageFor, notesOf, partiesOf, taxRemarks, type Language } from './parties.js';
import { plainTotal, taxTable, taxTotals, type ShownTax } from './totals.js';

/** Builds the content of a credit note (webhooks, section 8.3). */
export function buildCreditNoteContent(note: CreditNote, issuer: BillingEntity, facts: BillingFacts): DocumentContents {
  const language = languageFor(note.customer, issuer);
  const { labels, formats } = language;
  const purchaseOrder = facts.purchaseOrders.get(note.svc_invoice_id);
  return {
    ...endOf(note.self_billed ? labels.selfBillingNotice : issuer.invoice_footer, language),
    title: labels.creditNote,
    head: [
      { label: labels.number, value: note.number },
      { label: labels.invoiceNumber, value: note.invoice_number },
      ...(purchaseOrder === undefined ? [] : [{ label: labels.purchaseOrder, value: purchaseOrder }]),
      { label: labels.issueDate, value: formats.day(note.issuing_date) },
      { label: labels.reason, value: labels.reasons[note.reason] },
    ],
    notes: notesOf(note.customer),
    ...partiesOf(note.customer, issuer, language, { selfBilled: note.self_billed, toTitle: labels.creditTo }),
    amount: { value: formats.money(note.total_amount_cents, note.currency), remark: remarkOf(note, language) },
    tables: [
      {
        title: null,
        columns: [labels.item, labels.taxRate, labels.amount],
        groups: [{ title: null, rows: itemsInOrder(note).map((item) => itemRow(note, item, language, facts)) }],
      },
    ],
    details: [],
    totals: totalsOf(note, language),
    taxes: taxTable(taxesOf(note), note.currency, language),
    paragraphs: taxRemarks(
      issuer,
      note.applied_taxes.map((tax) => tax.tax_code),
      language,
    ),
  };
}

const itemsInOrder = ({ items }: CreditNote): CreditNote['items'] =>
  [...items].sort((one, other) => (one.fee ? rankOf(one.fee) : 0) - (other.fee ? rankOf(other.fee) : 0));

function itemRow(
  { currency }: CreditNote,
  { fee, amount_cents: cents }: CreditNote['items'][number],
  language: Language,
  facts: BillingFacts,
): ContentRow {
  const { labels, formats } = language;
  const ownName = fee && ownSubscriptionName(fee, facts);
  const item = fee === null ? labels.prepaidCredits : feeName(fee, facts, language);
  const name = ownName ? `${ownName} – ${item}` : item;
  const rates = facts.fees.get(fee?.svc_id ?? '')?.taxRates ?? [];
  const shown = rates.length > 0 ? rates : [fee?.taxes_rate ?? 0];
  return {
    kind: 'line',
    level: 0,
    cells: [name, shown.map((rate) => formats.rate(rate)).join('\n'), formats.money(cents, currency)],
    remarks: [],
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

const taxesOf = (note: CreditNote): ShownTax[] =>
  note.applied_taxes.map((tax) => ({
    name: tax.tax_name,
    rate: tax.tax_rate,
    baseCents: tax.base_amount_cents,
    amountCents: tax.amount_cents,
  }));

function totalsOf(note: CreditNote, language: Language): Total[] {
  const { labels, formats } = language;
  const line = (label: string, cents: number): Total => plainTotal(label, formats.money(cents, note.currency));
  const coupons = note.coupons_adjustment_amount_cents;
  const taxes = taxesOf(note);
  return [
    ...(coupons === 0 ? [] : [line(labels.coupon, -coupons)]),
    line(labels.subtotal, note.sub_total_excluding_taxes_amount_cents),
    ...(taxes.length === 0 ? [] : taxTotals(taxes, note.currency, language)),
    ...partsOf(note, language).map(([label, cents]) => line(label, cents)),
    { ...line(labels.total, note.total_amount_cents), strong: true },
  ];
}
