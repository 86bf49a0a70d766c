import { billedDocument, supplyDays, wholePeriod } from '../content/billing-periods.js';
import { daysText, subscriptionTitle } from '../content/fee-names.js';
import { legalTexts } from '../content/legal-texts.js';
import { languageFor, type Language } from '../content/parties.js';
import { termsOf } from '../content/payment-part.js';
import { deductedText, isSale, saleDays } from '../content/references.js';
import { vatRulesOf } from '../content/tax-reasons.js';
import { mixable, vatTreatment } from '../content/vat-treatment.js';
import { hundredthsOf, rounded, stepOf, ZERO } from './amounts.js';
import { CannotBeWritten } from './cannot-be-written.js';
import {
  assertOneTax,
  buyerReferenceOf,
  convertedVatOf,
  dayOf,
  deliverToOf,
  exactTotalNote,
  frenchTermsOf,
  paymentMeansOf,
  paymentTermsOf,
  plainNotes,
  totalsOf,
} from './document-parts.js';
import { emptyLine, invoiceLine, type LineNames } from './lines.js';
import type { Deduction, EInvoice, EInvoiceLine, Hundredths, Note, VatTreatment } from './model.js';
import { taxedItem, type InvoiceSource, type Issuing, type TaxedFee } from './sources.js';
import { tradeParties } from './trade-parties.js';
import { spreadRounded, vatBreakdown, type Breakdown } from './vat-breakdown.js';

interface Billed {
  fee: TaxedFee;
  amount: Hundredths;
  vat: VatTreatment;
}

/**
 * Builds the semantic invoice of EN 16931 from an issued invoice (webhooks, section 9).
 * @throws CannotBeWritten if its figures contradict each other, or an item has several taxes
 */
export function buildInvoiceModel(invoice: InvoiceSource, issuing: Issuing): EInvoice {
  assertAddsUp(invoice);
  assertOneTax(invoice.fees);
  const { customer, currency } = invoice;
  const language = languageFor(customer, issuing.issuer);
  const deducted = issuing.facts.deducted.get(invoice.svc_id) ?? [];
  const billed = billedFees(invoice, issuing, language);
  const lines = linesOf(invoice, billed, { language, facts: issuing.facts });
  const breakdown = breakdownOf(invoice, billed, language);
  const due = inHundredths(invoice, 'total_amount_cents');
  const isSelfBilled = invoice.self_billed;
  return {
    subjectId: invoice.svc_id,
    number: invoice.number,
    typeCode: typeCodeOf(invoice),
    isSelfBilled,
    issueDate: invoice.issuing_date,
    dueDate: invoice.payment_due_date,
    currency,
    convertedVat: convertedVatOf(invoice.svc_id, issuing),
    buyerReference: buyerReferenceOf(customer, issuing.customerSettings),
    purchaseOrder: invoice.purchase_order_number,
    notes: notesOf(
      invoice,
      [...plainNotes(deductedText(deducted, language)), ...legalTexts(invoice, issuing.issuer, language)],
      language,
    ),
    ...frenchTermsOf(issuing.issuer, isSelfBilled),
    precedingInvoices: [...deducted].reverse().map(({ number, issuingDate: issueDate }) => ({ number, issueDate })),
    deliveryDate: deliveryDateOf(invoice, issuing),
    period: wholePeriod(lines.map(({ period }) => period)),
    ...tradeParties(customer, issuing, { isSelfBilled, vat: breakdown.vat }),
    deliverTo: deliverToOf(customer, breakdown.vat),
    paymentMeans: paymentMeansOf(
      {
        due,
        prepaidCredits: inHundredths(invoice, 'prepaid_credit_amount_cents'),
        creditNotes: inHundredths(invoice, 'credit_notes_amount_cents'),
      },
      issuing,
      { currency, isSelfBilled },
    ),
    paymentTerms: paymentTermsOf(
      termsOf(invoice, issuing.issuer),
      `${language.labels.paymentTerm}: ${daysText(invoice.net_payment_term, language)}`,
    ),
    lines,
    ...breakdown,
    totals: totalsOf(lines, breakdown, { paid: paidOf(invoice), due }),
  };
}

/** Compares the sums of the invoice itself: a file must not show others (invoices, section 3). */
function assertAddsUp(invoice: InvoiceSource): void {
  const subtotal = invoice.sub_total_excluding_taxes_amount_cents;
  const withTaxes = invoice.sub_total_including_taxes_amount_cents;
  const deducted = invoice.coupons_amount_cents + invoice.progressive_billing_credit_amount_cents;
  const paid = invoice.credit_notes_amount_cents + invoice.prepaid_credit_amount_cents;
  const sums: [string, number, number][] = [
    ['fees_amount_cents', invoice.fees_amount_cents, invoice.fees.reduce((sum, fee) => sum + fee.amount_cents, 0)],
    ['sub_total_excluding_taxes_amount_cents', subtotal, invoice.fees_amount_cents - deducted],
    ['sub_total_including_taxes_amount_cents', withTaxes, subtotal + invoice.taxes_amount_cents],
    ['total_amount_cents', invoice.total_amount_cents, withTaxes - paid],
  ];
  const faults = sums.filter(([, is, shouldBe]) => is !== shouldBe);
  if (faults.length > 0)
    throw new CannotBeWritten(faults.map(([field, is, shouldBe]) => `${field}: ${is} is not ${shouldBe}`));
}

type AmountField = {
  [Field in keyof InvoiceSource]: Field extends `${string}_cents` ? Field : never;
}[keyof InvoiceSource];

const inHundredths = (invoice: InvoiceSource, field: AmountField): Hundredths =>
  rounded(hundredthsOf(invoice[field] ?? 0, invoice.currency));

const paidOf = (invoice: InvoiceSource): Hundredths =>
  rounded(hundredthsOf(invoice.prepaid_credit_amount_cents + invoice.credit_notes_amount_cents, invoice.currency));

function typeCodeOf({ self_billed: selfBilled, invoice_type: type }: InvoiceSource): EInvoice['typeCode'] {
  if (selfBilled) return '389';
  return type === 'credit' ? '386' : '380';
}

/** Fees in ascending order of their amounts, with the amount that their lines show. */
function billedFees(invoice: InvoiceSource, issuing: Issuing, language: Language): Billed[] {
  const fees = [...invoice.fees].sort((one, other) => one.amount_cents - other.amount_cents);
  const rules = { ...vatRulesOf(issuing.issuer, language), settings: issuing.issuerSettings };
  const treatments = mixable(fees.map((fee) => vatTreatment(taxedItem(fee), rules)));
  const amounts = spreadRounded(
    fees.map((fee) => hundredthsOf(fee.amount_cents, invoice.currency)),
    'fees',
  );
  return fees.map((fee, place) => ({
    fee,
    amount: amounts[place] as Hundredths,
    vat: treatments[place] as VatTreatment,
  }));
}

const untaxed: VatTreatment = { category: 'Z', rate: ZERO, reason: null };

function linesOf(invoice: InvoiceSource, billed: readonly Billed[], names: LineNames): EInvoiceLine[] {
  if (billed.length === 0) return [emptyLine(names.language.labels.invoice, untaxed)];
  const context = {
    ...names,
    step: stepOf(invoice.currency),
    daysOf: supplyDays(billedDocument(invoice), names.facts),
    subscriptionOf: (id: string) => subscriptionTitle(invoice, id, names.facts),
  };
  return billed.map(({ fee, amount, vat }, place) => invoiceLine(fee, { id: String(place + 1), amount, vat }, context));
}

/** Coupons and progressive credit are deductions by rate; fees that were paid before keep their taxes. */
function breakdownOf(invoice: InvoiceSource, billed: readonly Billed[], language: Language): Breakdown {
  const { currency } = invoice;
  const withoutVat = inHundredths(invoice, 'sub_total_excluding_taxes_amount_cents');
  const areTaxesCopied = invoice.invoice_type === 'advance_charges';
  const amounts = billed.map(({ fee, amount, vat }) => ({
    amount,
    vat,
    deducted: hundredthsOf(fee.precise_coupons_amount_cents, currency),
    tax: areTaxesCopied ? hundredthsOf(fee.taxes_amount_cents, currency) : null,
  }));
  const nothing = { amount: 0n, vat: untaxed, deducted: ZERO, tax: null };
  return vatBreakdown(
    amounts.length === 0 ? [nothing] : amounts,
    {
      deducted: rounded(hundredthsOf(invoice.fees_amount_cents, currency)) - withoutVat,
      tax: inHundredths(invoice, 'taxes_amount_cents'),
      step: stepOf(currency),
      roundedDeductions: invoice.credits.length,
    },
    reasonOf(invoice, language),
  );
}

/** Names coupons, and usage that progressive invoices have billed. */
function reasonOf(invoice: InvoiceSource, { labels }: Language): Pick<Deduction, 'reason' | 'reasonCode'> {
  const coupons = invoice.credits.flatMap(({ item }) => (item.type === 'coupon' ? [item.name.trim()] : []));
  const names = [...new Set(coupons.filter((name) => name !== ''))];
  const isProgressive = invoice.progressive_billing_credit_amount_cents !== 0;
  const reason = [...(isProgressive ? [labels.alreadyBilled] : []), ...names].join(', ');
  return { reason: reason || labels.coupon, reasonCode: isProgressive ? null : '95' };
}

function notesOf(invoice: InvoiceSource, texts: Note[], { labels }: Language): Note[] {
  return [
    ...plainNotes(`Invoice ID: ${invoice.svc_id}`),
    ...texts,
    ...plainNotes(
      invoice.self_billed ? labels.selfBillingNotice : null,
      ...exactTotalNote(labels.total, invoice.total_amount_cents, invoice.currency),
    ),
  ];
}

/**
 * The last day of a sale's items, else its issue date, as on paper. Others: the earliest start of their periods
 * (webhooks, section 9).
 */
function deliveryDateOf(invoice: InvoiceSource, { facts }: Issuing): string {
  const { issuing_date: issueDate, customer } = invoice;
  if (isSale(invoice)) return saleDays(invoice, facts)?.to ?? issueDate;
  const starts = invoice.billing_periods.map(
    (period) => period.charges_from_datetime ?? period.subscription_from_datetime,
  );
  const [first] = starts.map((start) => dayOf(start, customer.applicable_timezone)).sort();
  return first ?? dayOf(invoice.created_at, customer.applicable_timezone);
}
