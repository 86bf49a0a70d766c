import type { EstimatedCreditNote } from '@tollgate/contracts';
import { centsNumber, estimatedCredit, roundToCents, type CreditNoteAmounts } from '@tollgate/rating';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import type { Creditable } from './creditable.js';
import type { NoteItem } from './note-items.rules.js';

interface Estimate {
  items: NoteItem[];
  amounts: CreditNoteAmounts;
  creditable: Creditable;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Presents the total of a possible note, and the limits of its parts (invoices, section 6.4). */
export function presentEstimate(invoice: InvoiceRow, { items, amounts, creditable }: Estimate): EstimatedCreditNote {
  const { creditAmountCents: credit, taxesAmountCents: taxes } = estimatedCredit(amounts);
  return {
    svc_invoice_id: invoice.id,
    invoice_number: invoice.number,
    currency: invoice.currency,
    taxes_amount_cents: centsNumber(taxes),
    precise_taxes_amount_cents: amounts.preciseTaxesAmountCents.toNumber(),
    sub_total_excluding_taxes_amount_cents: centsNumber(amounts.subTotalExcludingTaxesAmountCents),
    // Sold credits become no credit of another kind.
    max_creditable_amount_cents: invoice.invoice_type === 'credit' ? 0 : centsNumber(credit),
    max_refundable_amount_cents: centsNumber(smaller(credit, creditable.refundableCents)),
    max_offsettable_amount_cents: centsNumber(smaller(credit, creditable.offsettableCents)),
    coupons_adjustment_amount_cents: centsNumber(amounts.couponsAdjustmentAmountCents),
    precise_coupons_adjustment_amount_cents: amounts.preciseCouponsAdjustmentAmountCents.toNumber(),
    taxes_rate: amounts.taxesRate.toNumber(),
    items: items.map(({ fee, amountCents }) => ({
      svc_fee_id: fee.row.id,
      amount_cents: centsNumber(roundToCents(amountCents)),
    })),
    applied_taxes: presentTaxes(invoice, amounts, creditable),
  };
}

/** Taxes as on the fees. */
const presentTaxes = (
  { currency }: InvoiceRow,
  { appliedTaxes }: CreditNoteAmounts,
  { taxes }: Creditable,
): EstimatedCreditNote['applied_taxes'] =>
  appliedTaxes.flatMap(({ code, baseAmountCents, amountCents }) => {
    const tax = taxes.find(({ tax_code }) => tax_code === code);
    if (!tax) return [];
    return [
      {
        svc_tax_id: tax.tax_id,
        tax_name: tax.tax_name,
        tax_code: tax.tax_code,
        tax_rate: Number(tax.tax_rate),
        tax_description: tax.tax_description,
        base_amount_cents: centsNumber(baseAmountCents),
        amount_cents: centsNumber(amountCents),
        amount_currency: currency,
      },
    ];
  });
