import type { SingleInvoice } from '@tollgate/contracts';
import type { Total } from '../tables/document-contents.js';
import type { BillingFacts } from './billing-facts.js';
import { convertedTaxTotals } from './converted-tax.js';
import { filled } from './labels/labels.js';
import type { Language } from './parties.js';

/** A tax on a document. */
export interface ShownTax {
  name: string;
  /** Percent. */
  rate: number;
  baseCents: number;
  amountCents: number;
}

export const plainTotal = (label: string, value: string): Total => ({ label, value, remark: null, strong: false });

/** Taxes in page order: highest rate first. */
export const inRateOrder = (taxes: ShownTax[]): ShownTax[] => [...taxes].sort((one, other) => other.rate - one.rate);

/** Lists taxes with their bases; `Tax (0%)` for none (webhooks, section 8.1). */
export function taxTotals(taxes: ShownTax[], currency: string, { labels, formats }: Language): Total[] {
  if (taxes.length === 0)
    return [
      {
        label: `${labels.tax} (${formats.zeroRate()})`,
        value: formats.money(0, currency),
        remark: null,
        strong: false,
      },
    ];
  return inRateOrder(taxes).map(({ name, rate, baseCents, amountCents }) => ({
    label: `${name} (${formats.rate(rate)})`,
    remark: filled(labels.onBase, { base: formats.money(baseCents, currency) }),
    value: formats.money(amountCents, currency),
    strong: false,
  }));
}

export const taxesOfInvoice = ({ applied_taxes: taxes }: SingleInvoice): ShownTax[] =>
  taxes.map((tax) => ({
    name: tax.tax_name,
    rate: tax.tax_rate,
    baseCents: tax.fees_amount_cents,
    amountCents: tax.amount_cents,
  }));

/** Builds deductions, taxes and the total, in the order of their computation (invoices, section 3). */
export function invoiceTotals(invoice: SingleInvoice, language: Language, facts: BillingFacts): Total[] {
  const { labels, formats } = language;
  const line = (label: string, cents: number): Total => plainTotal(label, formats.money(cents, invoice.currency));
  const less = (label: string, cents: number): Total[] => (cents === 0 ? [] : [line(label, -cents)]);
  const coupons = invoice.credits.filter((credit) => credit.item.type === 'coupon');
  const linesCents = invoice.fees.reduce((sum, fee) => sum + fee.amount_cents, 0);
  return [
    ...(linesCents === invoice.sub_total_excluding_taxes_amount_cents ? [] : [line(labels.linesTotal, linesCents)]),
    ...less(labels.alreadyBilled, invoice.progressive_billing_credit_amount_cents),
    ...coupons.flatMap((credit) => less(`${labels.coupon}: ${credit.item.name}`, credit.amount_cents)),
    line(labels.subtotal, invoice.sub_total_excluding_taxes_amount_cents),
    ...(invoice.invoice_type === 'credit' ? [] : taxTotals(taxesOfInvoice(invoice), invoice.currency, language)),
    ...convertedTaxTotals(facts.convertedTaxes.get(invoice.svc_id), invoice.currency, language),
    line(labels.subtotalWithTax, invoice.sub_total_including_taxes_amount_cents),
    ...less(labels.creditNotes, invoice.credit_notes_amount_cents),
    ...prepaid(invoice, language).flatMap(([label, cents]) => less(label, cents)),
    { ...line(labels.total, invoice.total_amount_cents), strong: true },
  ];
}

/** Prepaid credits in one amount, or split into free and purchased ones when both are known. */
function prepaid(invoice: SingleInvoice, { labels }: Language): [string, number][] {
  const all = invoice.prepaid_credit_amount_cents;
  const free = invoice.prepaid_granted_credit_amount_cents ?? 0;
  const purchased = invoice.prepaid_purchased_credit_amount_cents ?? 0;
  if (free + purchased !== all) return [[labels.prepaidCredits, all]];
  return [
    [`${labels.prepaidCredits} – ${labels.freeCredits}`, free],
    [`${labels.prepaidCredits} – ${labels.purchasedCredits}`, purchased],
  ];
}
