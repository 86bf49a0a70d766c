import type { BillingEntity, CreditNote } from '@tollgate/contracts';
import { groupBy } from '@tollgate/platform';
import type { ContentRow, DocumentContents, Total } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import { feeName, itemName, memberName, ownSubscriptionName, rankOf } from './fee-names.js';
import { endOf, languageFor, notesOf, partiesOf, taxRemarks, type Language } from './parties.js';
import { plainTotal, taxTable, taxTotals, type ShownTax } from './totals.js';

/** Builds the content of a credit note (webhooks, section 8.3). */
export function buildCreditNoteContent(note: CreditNote, issuer: BillingEntity, facts: BillingFacts): DocumentContents {
  const language = languageFor(note.customer, issuer);
  const { labels, formats } = language;
  const purchaseOrder = facts.purchaseOrders.get(note.svc_invoice_id);
  return {
    ...endOf(note.self_billed ? labels.selfBillingNotice : issuer.invoice_footer, issuer, language),
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
    amount: {
      label: labels.total,
      value: formats.moneyWithCode(note.total_amount_cents, note.currency),
      remark: remarkOf(note, language),
    },
    tables: [
      {
        title: null,
        columns: [labels.item, labels.taxRate, labels.amount],
        groups: [{ title: null, rows: itemRows(note, language, facts) }],
      },
    ],
    details: [],
    totals: totalsOf(note, language),
    taxes: taxTable(taxesOf(note), note.currency, language),
    payment: null,
    paragraphs: taxRemarks(
      issuer,
      note.applied_taxes.map((tax) => tax.tax_code),
      language,
    ),
  };
}

const itemsInOrder = ({ items }: CreditNote): CreditNote['items'] =>
  [...items].sort((one, other) => (one.fee ? rankOf(one.fee) : 0) - (other.fee ? rankOf(other.fee) : 0));

type Item = CreditNote['items'][number];

/** Several items of one charge are rows under its name, which is not repeated. */
function itemRows(note: CreditNote, language: Language, facts: BillingFacts): ContentRow[] {
  const byCharge = groupBy(itemsInOrder(note), ({ fee, svc_id: id }) => fee?.svc_charge_id ?? id);
  return [...byCharge.values()].flatMap((items) => {
    const fee = items[0]?.fee;
    if (items.length < 2 || !fee)
      return items.map((item) => itemRow(item, nameOf(item, language, facts), { level: 0, language, facts }));
    const head: ContentRow = { kind: 'head', level: 0, cells: [itemName(fee, facts, language), '', ''], remarks: [] };
    return [
      head,
      ...items.map((item) =>
        itemRow(item, item.fee ? memberName(item.fee, language) : '', { level: 1, language, facts }),
      ),
    ];
  });
}

function nameOf({ fee }: Item, language: Language, facts: BillingFacts): string {
  if (fee === null) return language.labels.prepaidCredits;
  const ownName = ownSubscriptionName(fee, facts);
  const name = feeName(fee, facts, language);
  return ownName ? `${ownName} – ${name}` : name;
}

function itemRow(
  { fee, amount_cents: cents, amount_currency: currency }: Item,
  name: string,
  { level, language: { formats }, facts }: { level: number; language: Language; facts: BillingFacts },
): ContentRow {
  const rates = facts.fees.get(fee?.svc_id ?? '')?.taxRates ?? [];
  const shown = rates.length > 0 ? rates : [fee?.taxes_rate ?? 0];
  const cells = [name, shown.map((rate) => formats.rate(rate)).join('\n'), formats.money(cents, currency)];
  return { kind: 'line', level, cells, remarks: [] };
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
