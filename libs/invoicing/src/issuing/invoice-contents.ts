import type { TaxView } from '@tollgate/catalog/reader';
import { insertRows, newId, type TenantTransaction } from '@tollgate/platform';
import { feesTotal } from '@tollgate/rating';
import { readApplicableSections } from '@tollgate/subscription/reader';
import { adjust, type AdjustedInvoice } from '../adjustments/adjustments.js';
import { insertFees, taxSnapshot } from '../lines/fee.writer.js';
import { priceInvoice, type PricedInvoice } from '../lines/new-invoice.js';
import { insertAppliedSections } from '../rows/custom-sections.repository.js';
import type { InvoiceToWrite, TargetStatus } from './invoice-to-write.js';
import { kindOf } from './kinds/invoice-kinds.js';

/** What stands on an invoice, and what becomes of it. */
export interface InvoiceContents {
  targetStatus: TargetStatus;
  priced: PricedInvoice;
  adjusted: AdjustedInvoice;
}

/**
 * Prices an invoice with all that is taken off it (invoices, section 3).
 * @param named its id, and under which key wallets know it
 */
export async function contentsOf(
  transaction: TenantTransaction,
  { id, creditKey }: { id: string; creditKey: string },
  invoice: InvoiceToWrite,
  draft: boolean,
): Promise<InvoiceContents> {
  const { organizationId, customer, subscriptions, currency, lines, credits, now } = invoice;
  const kind = kindOf(invoice);
  // An invoice without amount that nobody wants is kept out of sight, without number (invoices, section 9.3).
  const unwanted = kind.mayBeSkipped && feesTotal(lines) === 0n && !customer.finalizeZeroAmountInvoice;
  const issued = invoice.awaitsPayment ? 'open' : 'finalized';
  const targetStatus = draft ? 'draft' : unwanted ? 'closed' : issued;
  const toAdjust = { id, organizationId, customer, subscriptions, currency, lines, credits, creditKey, now };
  const adjusted = await adjust(transaction, toAdjust, kind.adjustments, targetStatus === 'finalized');
  return { targetStatus, priced: priceInvoice(adjusted.lines, currency, adjusted.deductions), adjusted };
}

/** Writes the fees and taxes of an invoice, and what its adjustments used. @returns the ids of its fees */
export async function insertContents(
  transaction: TenantTransaction,
  invoiceId: string,
  invoice: InvoiceToWrite,
  { priced, adjusted, targetStatus }: InvoiceContents,
): Promise<string[]> {
  const feeIds = await insertFees(transaction, { ...invoice, ...priced, invoiceId });
  await insertInvoiceTaxes(transaction, invoiceId, invoice, priced);
  await adjusted.commit(transaction, feeIds);
  if (targetStatus === 'finalized' || targetStatus === 'open') await applySections(transaction, invoiceId, invoice);
  return feeIds;
}

/** Puts the texts on a final invoice that those want who it is for (catalog, section 16). */
async function applySections(
  transaction: TenantTransaction,
  invoiceId: string,
  { customer, subscriptions, customSections, now }: InvoiceToWrite,
): Promise<void> {
  const sections = await readApplicableSections(transaction, {
    customerId: customer.id,
    subscriptionIds: subscriptions.map(({ subscription }) => subscription.id),
    given: customSections,
  });
  await insertAppliedSections(transaction, invoiceId, sections, now);
}

async function insertInvoiceTaxes(
  transaction: TenantTransaction,
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
