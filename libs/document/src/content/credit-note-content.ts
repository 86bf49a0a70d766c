import type { BillingEntity, CreditNote } from '@tollgate/contracts';
import { groupBy } from '@tollgate/platform';
import type { ContentRow, DocumentContents, Total } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import { feeName, itemName, memberName, ownSubscriptionName, rankOf } from './fee-names.js';
import { convertedTaxTotals } from './converted-tax.js';
import { endOf, languageFor, notesOf, partiesOf, type Language } from './parties.js';
import { correctionEntries } from './references.js';
import { taxReasons } from './tax-reasons.js';
import { plainTotal, taxTotals, type ShownTax } from './totals.js';

/** Builds the content of a credit note (webhooks, section 8.3). */
export function buildCreditNoteContent(note: CreditNote, issuer: BillingEntity, facts: BillingFacts): DocumentContents {
  const language = languageFor(note.customer, issuer);
  const { labels, formats } = language;
  const description = note.description?.trim() ?? '';
  return {
    ...endOf(note.self_billed ? labels.selfBillingNotice : issuer.invoice_footer, issuer, language),
    title: titleOf(note, language, facts),
    head: [
      { label: labels.number, value: note.number },
      ...correctionEntries(note, facts, language),
      { label: labels.issueDate, value: formats.day(note.issuing_date) },
      // The issuer's own words replace the fixed ones.
      ...(description === '' ? [{ label: labels.reason, value: labels.reasons[note.reason] }] : []),
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
    totals: totalsOf(note, language, facts),
    taxes: null,
    payment: null,
    taxReasons: taxReasons(note.applied_taxes, issuer, { language, sellsCredits: creditsCredits(note) }),
    paragraphs: description === '' ? [] : [{ title: labels.reason, text: description }],
  };
}

/** A note over all that its invoice charged cancels it. */
function titleOf(note: CreditNote, { labels }: Language, { corrected }: BillingFacts): string {
  const isWhole = corrected.get(note.svc_invoice_id)?.amountCents === note.total_amount_cents;
  return isWhole ? labels.cancellationNote : labels.creditNote;
}

const creditsCredits = ({ items }: CreditNote): boolean =>
  items.length > 0 && items.every(({ fee }) => fee === null || fee.item.type === 'credit');

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

/** A use of the total: its label in a sentence, and below the total. */
interface Use {
  done: string;
  ofWhich: string;
  cents: number;
}

const usesOf = (note: CreditNote, { labels }: Language): Use[] =>
  [
    { done: labels.offset, ofWhich: labels.ofWhichOffset, cents: note.offset_amount_cents },
    { done: labels.credited, ofWhich: labels.ofWhichCredited, cents: note.credit_amount_cents },
    { done: labels.refunded, ofWhich: labels.ofWhichRefunded, cents: note.refund_amount_cents },
  ].filter(({ cents }) => cents > 0);

/** Describes the use of the amount; several uses show only the issue. */
function remarkOf(note: CreditNote, language: Language): string {
  const [only, ...others] = usesOf(note, language);
  const done = only && others.length === 0 ? only.done : language.labels.issued;
  return `${done} ${language.formats.day(note.issuing_date)}`;
}

const taxesOf = (note: CreditNote): ShownTax[] =>
  note.applied_taxes.map((tax) => ({
    name: tax.tax_name,
    rate: tax.tax_rate,
    baseCents: tax.base_amount_cents,
    amountCents: tax.amount_cents,
  }));

function totalsOf(note: CreditNote, language: Language, facts: BillingFacts): Total[] {
  const { labels, formats } = language;
  const line = (label: string, cents: number): Total => plainTotal(label, formats.money(cents, note.currency));
  const coupons = note.coupons_adjustment_amount_cents;
  const taxes = taxesOf(note);
  return [
    ...(coupons === 0
      ? []
      : [
          line(labels.linesTotal, note.sub_total_excluding_taxes_amount_cents + coupons),
          line(labels.coupon, -coupons),
        ]),
    line(labels.subtotal, note.sub_total_excluding_taxes_amount_cents),
    ...(taxes.length === 0 ? [] : taxTotals(taxes, note.currency, language)),
    ...convertedTaxTotals(facts.convertedTaxes.get(note.svc_id), note.currency, language),
    { ...line(labels.total, note.total_amount_cents), strong: true },
    ...usesOf(note, language).map(({ ofWhich, cents }) => line(ofWhich, cents)),
  ];
}
