import { Decimal } from '@tollgate/rating';
import { supplyDays, wholePeriod } from '../content/billing-periods.js';
import { subscriptionTitle } from '../content/fee-names.js';
import { languageFor, type Language } from '../content/parties.js';
import { correctedDays, correctedDocument } from '../content/references.js';
import { vatRulesOf } from '../content/tax-reasons.js';
import { mixable, vatTreatment } from '../content/vat-treatment.js';
import { hundredthsOf, rounded, spread, stepOf, ZERO } from './amounts.js';
import {
  assertOneTax,
  buyerReferenceOf,
  convertedVatOf,
  deliverToOf,
  exactTotalNote,
  frenchTermsOf,
  paymentMeansOf,
  plainNotes,
  totalsOf,
} from './document-parts.js';
import { creditNoteLine, type LineNames } from './lines.js';
import type { EInvoice, EInvoiceLine, Hundredths, Note, VatTreatment } from './model.js';
import { taxedItem, type CreditNoteSource, type Issuing } from './sources.js';
import { tradeParties } from './trade-parties.js';
import { vatBreakdown, type Breakdown } from './vat-breakdown.js';

interface Credited {
  item: CreditNoteSource['items'][number];
  amount: Hundredths;
  vat: VatTreatment;
}

/**
 * Builds the semantic credit note of EN 16931 from an issued one (webhooks, section 9). Its amounts are positive.
 * @throws CannotBeWritten if its figures contradict each other, or an item has several taxes
 */
export function buildCreditNoteModel(note: CreditNoteSource, issuing: Issuing): EInvoice {
  assertOneTax(note.items.flatMap(({ fee }) => fee ?? []));
  const { customer, currency } = note;
  const language = languageFor(customer, issuing.issuer);
  const corrected = issuing.facts.corrected.get(note.svc_invoice_id);
  const credited = creditedItems(note, issuing, language);
  const lines = linesOf(note, credited, { language, facts: issuing.facts });
  const breakdown = breakdownOf(note, credited, language);
  const due = rounded(hundredthsOf(note.total_amount_cents, currency));
  return {
    subjectId: note.svc_id,
    number: note.number,
    typeCode: '381',
    isSelfBilled: note.self_billed,
    issueDate: note.issuing_date,
    dueDate: null,
    currency,
    convertedVat: convertedVatOf(note.svc_id, issuing),
    buyerReference: buyerReferenceOf(customer, issuing.customerSettings),
    purchaseOrder: corrected?.purchaseOrder ?? null,
    notes: notesOf(note, language),
    ...frenchTermsOf(issuing.issuer, note.self_billed),
    precedingInvoices: [{ number: note.invoice_number, issueDate: corrected?.issuingDate ?? null }],
    deliveryDate: correctedDays(note, issuing.facts)?.to ?? note.issuing_date,
    period: wholePeriod(lines.map(({ period }) => period)),
    ...tradeParties(customer, issuing, { isSelfBilled: note.self_billed, vat: breakdown.vat }),
    deliverTo: deliverToOf(customer, breakdown.vat),
    // A refund does not go to the issuer's account.
    paymentMeans: paymentMeansOf({ due: 0n, prepaidCredits: 0n, creditNotes: due }, issuing, {
      currency,
      isSelfBilled: note.self_billed,
    }),
    paymentTerms: usesOf(note, language),
    lines,
    ...breakdown,
    totals: totalsOf(lines, breakdown, { paid: 0n, due }),
  };
}

/** Items in ascending order of their amounts. They add up to the subtotal and the coupons, each rounded once. */
function creditedItems(note: CreditNoteSource, issuing: Issuing, language: Language): Credited[] {
  const items = [...note.items].sort((one, other) =>
    new Decimal(one.precise_amount_cents).comparedTo(other.precise_amount_cents),
  );
  const rules = { ...vatRulesOf(issuing.issuer, language), settings: issuing.issuerSettings };
  const treatments = mixable(items.map(({ fee }) => vatTreatment(taxedItem(fee), rules)));
  const step = stepOf(note.currency);
  const amounts = spread(
    lineTotalOf(note),
    items.map((item) => hundredthsOf(item.precise_amount_cents, note.currency)),
    { what: 'items', step, most: items.length + 1 },
  );
  return items.map((item, place) => ({
    item,
    amount: amounts[place] as Hundredths,
    vat: treatments[place] as VatTreatment,
  }));
}

/** Before coupons, so that lines less coupons are the subtotal. */
function lineTotalOf(note: CreditNoteSource): Hundredths {
  const inHundredths = (cents: number) => rounded(hundredthsOf(cents, note.currency));
  return inHundredths(note.sub_total_excluding_taxes_amount_cents) + inHundredths(note.coupons_adjustment_amount_cents);
}

function linesOf(note: CreditNoteSource, credited: readonly Credited[], names: LineNames): EInvoiceLine[] {
  const { facts } = names;
  const context = {
    ...names,
    step: stepOf(note.currency),
    daysOf: supplyDays(correctedDocument(note, facts), facts),
    subscriptionOf: (id: string) => subscriptionTitle({ subscriptions: [] }, id, facts),
  };
  return credited.map(({ item, amount, vat }, place) =>
    creditNoteLine(item.fee, { id: String(place + 1), amount, vat }, context),
  );
}

/** A fee's coupons are credited with the same share as the fee (invoices, section 6.2). */
function breakdownOf(note: CreditNoteSource, credited: readonly Credited[], language: Language): Breakdown {
  const { currency } = note;
  const amounts = credited.map(({ item: { fee, precise_amount_cents: precise }, amount, vat }) => {
    const coupons = new Decimal(fee?.precise_coupons_amount_cents ?? 0);
    const share = fee && fee.amount_cents !== 0 ? new Decimal(precise).div(fee.amount_cents) : ZERO;
    return { amount, vat, tax: null, deducted: hundredthsOf(coupons.times(share), currency) };
  });
  return vatBreakdown(
    amounts,
    {
      deducted: rounded(hundredthsOf(note.coupons_adjustment_amount_cents, currency)),
      tax: rounded(hundredthsOf(note.taxes_amount_cents, currency)),
      step: stepOf(currency),
      roundedDeductions: 1,
    },
    { reason: language.labels.coupon, reasonCode: '95' },
  );
}

/** How the amount is used, as a sentence of the document. */
function usesOf(note: CreditNoteSource, { labels, formats }: Language): string {
  const uses: [string, number][] = [
    [labels.credited, note.credit_amount_cents],
    [labels.refunded, note.refund_amount_cents],
    [labels.offset, note.offset_amount_cents],
  ];
  const shown = uses.filter(([, cents]) => cents > 0);
  return shown.map(([label, cents]) => `${label}: ${formats.money(cents, note.currency)}`).join(', ') || labels.issued;
}

function notesOf(note: CreditNoteSource, { labels }: Language): Note[] {
  const description = note.description?.trim();
  return plainNotes(
    `Credit note ID: ${note.svc_id}`,
    `${labels.invoiceNumber}: ${note.invoice_number}`,
    // The issuer's own words replace the fixed ones, as on paper.
    description ? description : `${labels.reason}: ${labels.reasons[note.reason]}`,
    ...exactTotalNote(labels.total, note.total_amount_cents, note.currency),
  );
}
