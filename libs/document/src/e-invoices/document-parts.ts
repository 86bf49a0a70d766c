import type { BillingEntity, CustomerEinvoicingSettings, EmbeddedCustomer } from '@tollgate/contracts';
import { filled } from '@tollgate/contracts/e-invoices';
import { currencyExponent, Decimal } from '@tollgate/rating';
import { DateTime } from 'luxon';
import { hundredthsOf, rounded, totalOf } from './amounts.js';
import type {
  Deduction,
  EInvoice,
  EInvoiceLine,
  Hundredths,
  Note,
  PaymentMeans,
  Totals,
  VatSubtotal,
} from './model.js';
import { CannotBeWritten } from './cannot-be-written.js';
import type { Issuing, TaxedFee } from './sources.js';

/** The day of an instant in a time zone. @param instant ISO 8601 */
export const dayOf = (instant: string, zone: string): string =>
  DateTime.fromISO(instant, { zone }).toISODate() ?? instant.slice(0, 10);

/** Sums of a document's parts, in the order of BG-22. @param due what remains to be paid or given back, rounded */
export function totalsOf(
  lines: readonly EInvoiceLine[],
  { deductions, vat }: { deductions: readonly Deduction[]; vat: readonly VatSubtotal[] },
  { paid, due }: { paid: Hundredths; due: Hundredths },
): Totals {
  const amounts = deductions.map(({ amount }) => amount);
  const sums = {
    lines: totalOf(lines.map(({ amount }) => amount)),
    allowances: totalOf(amounts.filter((amount) => amount > 0n)),
    charges: -totalOf(amounts.filter((amount) => amount < 0n)),
    vat: totalOf(vat.map(({ tax }) => tax)),
  };
  const withoutVat = sums.lines - sums.allowances + sums.charges;
  const withVat = withoutVat + sums.vat;
  return { ...sums, withoutVat, withVat, paid, rounding: due - (withVat - paid), payable: due };
}

function accountOf({
  bank_account_iban: iban,
  bank_account_bic: bic,
  bank_account_holder: holder,
}: BillingEntity): PaymentMeans['account'] {
  return iban === null ? null : { iban, bic, holder };
}

/**
 * The means for the first positive amount: the amount due, prepaid credits, or credit notes (webhooks, section 9). The
 * standard refuses several means (UBL-SR-47, CII-SR-467). The customer transfers the amount due to the issuer's
 * account, by SEPA or otherwise; without an account, the way is open. The account of a self-billed invoice is its
 * seller's, so it is unknown.
 */
export function paymentMeansOf(
  amounts: { due: Hundredths; prepaidCredits: Hundredths; creditNotes: Hundredths },
  issuing: Issuing,
  { currency, isSelfBilled }: { currency: string; isSelfBilled: boolean },
): PaymentMeans {
  if (amounts.due <= 0n && amounts.prepaidCredits > 0n) return { code: '57', account: null };
  if (amounts.due <= 0n && amounts.creditNotes > 0n) return { code: '97', account: null };
  const account = isSelfBilled || amounts.due <= 0n ? null : accountOf(issuing.issuer);
  if (account === null) return { code: '1', account };
  return { code: currency === 'EUR' ? '58' : '30', account };
}

/** Notes without a subject. */
export const plainNotes = (...texts: (string | null)[]): Note[] =>
  texts.flatMap((text) => (text === null ? [] : [{ subject: null, text }]));

/** An issued document of goods, services or both, by the list of the French platforms (BT-23). */
const frenchProcesses = { goods: 'B1', services: 'S1', mixed: 'M1' } as const;

/** The terms of French law beside the notes: the kind of operations, and when VAT is due. The seller decides. */
export function frenchTermsOf(
  { legal_mentions: mentions }: BillingEntity,
  isSelfBilled: boolean,
): Pick<EInvoice, 'process' | 'isVatDueOnInvoicing'> {
  const { operation_category: operations, vat_on_debits: onDebits } = mentions;
  return {
    process: operations === null || isSelfBilled ? null : frenchProcesses[operations],
    isVatDueOnInvoicing: onDebits && !isSelfBilled,
  };
}

/** The exact total of a currency with more than two decimals, which the fields of the standard cannot show. */
export function exactTotalNote(label: string, cents: number, currency: string): string[] {
  const exponent = currencyExponent(currency);
  if (exponent <= 2) return [];
  return [`${label}: ${new Decimal(cents).div(new Decimal(10).pow(exponent)).toFixed(exponent)} ${currency}`];
}

export const buyerReferenceOf = (customer: EmbeddedCustomer, settings: CustomerEinvoicingSettings): string =>
  filled(settings.buyer_reference) ?? customer.external_id;

/** Supplies within the Community state where they went (BR-IC-12). */
export function deliverToOf(customer: EmbeddedCustomer, vat: readonly VatSubtotal[]): EInvoice['deliverTo'] {
  if (!vat.some(({ category }) => category === 'K')) return null;
  const { city, zipcode, country } = filled(customer.shipping_address.country) ? customer.shipping_address : customer;
  return { city: filled(city), zipcode: filled(zipcode), country: filled(country) };
}

/**
 * A line has one rate of VAT (BG-30), so a line with several taxes would show a rate that no law has.
 * @throws CannotBeWritten naming the items with their taxes
 */
export function assertOneTax(fees: readonly TaxedFee[]): void {
  const stacked = fees.filter((fee) => fee.applied_taxes.length > 1);
  if (stacked.length === 0) return;
  const named = stacked.map((fee) => `${fee.item.code}: ${fee.applied_taxes.map((tax) => tax.tax_code).join(' + ')}`);
  const shown = [...new Set(named)].slice(0, mostNamed).join(', ');
  throw new CannotBeWritten([`BG-30: several taxes of one item (${shown})`]);
}

/** Items that a fault names. */
const mostNamed = 5;

/** A line of a discount by date in the syntax of XRechnung (BR-DE-18). */
const termLine = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/;

/**
 * The issuer's own terms before the days of payment (BT-20). Lines of the syntax of XRechnung come after the other
 * text, since it requires a line break after them. Lines that only look like it get a dash.
 */
export function paymentTermsOf(terms: string | null, days: string): string {
  const lines = (terms ?? '').split(/\r?\n/).map((line) => line.trim());
  const isTerm = (line: string) => termLine.test(line);
  const plain = lines.filter((line) => line !== '' && !isTerm(line));
  const shown = plain.map((line) => (line.startsWith('#') ? `– ${line}` : line));
  return [...shown, ...lines.filter(isTerm), days].join('\n');
}

/** The VAT of a document in the currency of its seller's country (BT-111), if that is another one. */
export function convertedVatOf(documentId: string, { facts }: Issuing): EInvoice['convertedVat'] {
  const converted = facts.convertedTaxes.get(documentId);
  if (!converted) return null;
  const { currency, amountCents } = converted;
  return { currency, amount: rounded(hundredthsOf(amountCents, currency)) };
}
