import type { TaxView } from '@tollgate/catalog/reader';
import { insertRows, newId, type Transaction } from '@tollgate/platform';
import { feesTotal } from '@tollgate/rating';
import { findUsableCoupons, spendCoupons, type UsedCoupons } from '../adjustments/coupon-use.js';
import { insertCredits, type NewCredit } from '../adjustments/credit-writer.js';
import { findUsableNotes, spendNotes, type UsedNotes } from '../adjustments/note-usage.js';
import { insertFees, taxSnapshot } from '../lines/fee-writer.js';
import type { InvoicingDatabase } from '../invoicing.database.js';
import { creditProgressiveInvoices, type ProgressiveCredits } from '../adjustments/progressive-credit.js';
import type { Fate, InvoiceToWrite } from './invoice-to-write.js';
import { priceInvoice, type PricedInvoice } from '../lines/new-invoice.js';

/** What stands on an invoice, and what becomes of it. */
export interface InvoiceContents {
  fate: Fate;
  priced: PricedInvoice;
  progressive: ProgressiveCredits;
  coupons: UsedCoupons;
  notes: UsedNotes;
}

/**
 * Prices an invoice in the order of its deductions (invoices, section 3): what progressive invoices billed before, then, if it
 * is final, the customer's coupons and credit notes.
 */
export async function contentsOf(
  transaction: Transaction,
  database: InvoicingDatabase,
  id: string,
  invoice: InvoiceToWrite,
  draft: boolean,
): Promise<InvoiceContents> {
  const { organizationId, customer, currency } = invoice;
  const progressive = await creditProgressiveInvoices(transaction, database, { ...invoice, id });
  const fees = feesTotal(invoice.lines);
  // An invoice without amount that nobody wants is kept out of sight, without number (invoices, section 9.3).
  const fate = draft ? 'draft' : fees === 0n && !customer.finalizeZeroAmountInvoice ? 'closed' : 'finalized';
  const undiscounted: UsedCoupons = { lines: progressive.lines, credits: [], couponsAmountCents: 0n };
  const coupons =
    fate === 'finalized' && fees > 0n
      ? await findUsableCoupons(transaction, {
          organizationId,
          customerId: customer.id,
          currency,
          lines: progressive.lines,
          subTotalCents: fees - progressive.creditCents,
        })
      : undiscounted;
  const deductions = {
    progressiveBillingCreditCents: progressive.creditCents,
    couponsCents: coupons.couponsAmountCents,
  };
  const taxed = priceInvoice(coupons.lines, currency, deductions);
  const payable = fate === 'finalized' ? taxed.totals.totalAmountCents : 0n;
  const notes = await findUsableNotes(transaction, {
    organizationId,
    customerId: customer.id,
    currency,
    fees: taxed.fees,
    totalAmountCents: payable,
  });
  const priced = priceInvoice(coupons.lines, currency, {
    ...deductions,
    creditNotesCents: notes.creditNotesAmountCents,
  });
  return { fate, priced, progressive, coupons, notes };
}

/** Writes the fees and taxes of an invoice, and what it uses of progressive invoices, coupons and credit notes. */
export async function insertContents(
  transaction: Transaction,
  invoiceId: string,
  invoice: InvoiceToWrite,
  contents: InvoiceContents,
): Promise<string[]> {
  const { priced, progressive, coupons, notes } = contents;
  const feeIds = await insertFees(transaction, { ...invoice, ...priced, invoiceId });
  await insertInvoiceTaxes(transaction, invoiceId, invoice, priced);
  const credits: NewCredit[] = [
    ...progressive.credits.map(({ invoiceId: sourceId, amountCents }) => ({
      kind: 'invoice' as const,
      sourceId,
      amountCents,
    })),
    ...coupons.credits.map(({ couponId: sourceId, amountCents }) => ({
      kind: 'coupon' as const,
      sourceId,
      amountCents,
    })),
    ...notes.used.map(({ id: sourceId, amountCents }) => ({ kind: 'credit_note' as const, sourceId, amountCents })),
  ];
  await insertCredits(transaction, credits, { ...invoice, id: invoiceId });
  await spendCoupons(transaction, coupons.credits, invoice.now);
  await spendNotes(transaction, notes, { ...invoice, feeIds });
  return feeIds;
}

async function insertInvoiceTaxes(
  transaction: Transaction,
  invoiceId: string,
  { organizationId, now }: InvoiceToWrite,
  priced: PricedInvoice,
): Promise<void> {
  await insertRows(
    transaction,
    'invoicing.invoice_taxes',
    priced.totals.taxes.appliedTaxes.map((tax) => ({
      id: newId(),
      organization_id: organizationId,
      invoice_id: invoiceId,
      ...taxSnapshot(priced.taxes.get(tax.code) as TaxView),
      amount_cents: tax.amountCents,
      fees_amount_cents: tax.feesAmountCents,
      created_at: new Date(now),
    })),
  );
}
