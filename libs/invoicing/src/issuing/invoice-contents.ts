import type { TaxView } from '@tollgate/catalog/reader';
import { insertRows, newId, type TenantTransaction } from '@tollgate/platform';
import { demandThatInvoiceAddsUp, feesTotal } from '@tollgate/rating';
import { hasVatCheck, readApplicableSections, type CustomerView } from '@tollgate/subscription/reader';
import type { AdjustedFrom } from '../adjustments/adjustment.js';
import { adjust, type AdjustedInvoice } from '../adjustments/adjustments.js';
import { insertFees, taxSnapshot } from '../line-items/fee.writer.js';
import { priceInvoice, type NewFee, type PayableLine, type PricedInvoice } from '../line-items/new-invoice.js';
import { targetWallet } from '../prepaid-credits/credit-taking.js';
import { insertAppliedSections } from '../repositories/custom-sections.repository.js';
import { insertUntaxedFees } from '../repositories/untaxed-fees.repository.js';
import type { InvoiceToWrite, TargetStatus } from './invoice-to-write.js';
import type { InvoiceKind } from './kinds/invoice-kind.js';
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
  const targetStatus = await targetStatusOf(transaction, invoice, draft);
  const toAdjust = { id, organizationId, customer, subscriptions, currency, credits, creditKey, now };
  const adjusted = await adjust(
    transaction,
    { ...toAdjust, lines: targetStatus === 'pending' ? lines.map(untaxed) : lines },
    kindOf(invoice).adjustments.filter(({ from }) => adjustedFrom[targetStatus].includes(from)),
  );
  const priced = priceInvoice(adjusted.lines, currency, adjusted.deductions);
  // A draft is looked at when it becomes final.
  if (targetStatus !== 'draft') demandThatItAddsUp(priced, adjusted.lines, adjusted.credits);
  return { targetStatus, priced: targetStatus === 'pending' ? unpaid(priced) : priced, adjusted };
}

/**
 * @param credits all that was taken off it, coupons among them
 * @throws InvoiceDoesNotAddUp: then it is set aside as failed, and nobody is sent it (charges, section 7.5)
 */
export function demandThatItAddsUp(
  { totals }: Pick<PricedInvoice, 'totals'>,
  lines: PayableLine[],
  credits: readonly { kind: string }[],
): void {
  const coupons = credits.filter(({ kind }) => kind === 'coupon');
  demandThatInvoiceAddsUp(lines, totals, coupons.length);
}

async function targetStatusOf(
  transaction: TenantTransaction,
  invoice: InvoiceToWrite,
  draft: boolean,
): Promise<TargetStatus> {
  if (draft) return 'draft';
  if (isSkipped(kindOf(invoice), feesTotal(invoice.lines), invoice.customer)) return 'closed';
  if (invoice.awaitsPayment) return 'open';
  return kindOf(invoice).isTaxed && (await awaitsTaxes(transaction, invoice)) ? 'pending' : 'finalized';
}

/**
 * Whether the taxes of the customer were looked up when they were read, which is some time ago, or are now. No lock is taken:
 * where the answer comes in before the invoice is there to be found, a sweep finds it (invoices, section 4.5).
 */
const awaitsTaxes = async (transaction: TenantTransaction, { customer }: InvoiceToWrite): Promise<boolean> =>
  customer.isVatCheckPending || (customer.billingEntity.euTaxManagement && hasVatCheck(transaction, customer));

/** An invoice without amount that nobody wants is kept out of sight, without number (invoices, section 9.3). */
export const isSkipped = (kind: InvoiceKind, feesAmountCents: bigint, customer: CustomerView): boolean =>
  kind.mayBeSkipped && feesAmountCents === 0n && !customer.finalizeZeroAmountInvoice;

/** What is taken off invoices of each status that one can be written with (invoices, sections 3 and 4.5). */
const adjustedFrom: Record<TargetStatus, AdjustedFrom[]> = {
  draft: ['start'],
  closed: ['start'],
  open: ['start'],
  failed: [],
  pending: ['start', 'issue'],
  finalized: ['start', 'issue', 'taxes'],
};

/** A line whose taxes are not known yet. */
const untaxed = (line: NewFee): NewFee => ({ ...line, taxes: [] });

/** What is not final is not settled either, also where nothing is due. */
export const unpaid = (priced: PricedInvoice): PricedInvoice => ({
  ...priced,
  totals: { ...priced.totals, paymentStatus: 'pending' },
});

/** Writes the fees and taxes of an invoice, and what its adjustments used. @returns the ids of its fees */
export async function insertContents(
  transaction: TenantTransaction,
  invoiceId: string,
  invoice: InvoiceToWrite,
  { priced, adjusted, targetStatus }: InvoiceContents,
): Promise<string[]> {
  const feeIds = await insertFees(transaction, { ...invoice, ...priced, invoiceId });
  await insertInvoiceTaxes(transaction, invoiceId, invoice, priced);
  if (targetStatus === 'pending') await storeUntaxed(transaction, feeIds, priced);
  await adjusted.commit(transaction, feeIds);
  if (targetStatus === 'finalized' || targetStatus === 'open' || targetStatus === 'pending')
    await applySections(transaction, invoiceId, invoice);
  return feeIds;
}

const storeUntaxed = (
  transaction: TenantTransaction,
  feeIds: string[],
  { fees }: Pick<PricedInvoice, 'fees'>,
): Promise<void> =>
  insertUntaxedFees(
    transaction,
    fees.map(({ line }, position) => ({
      fee_id: feeIds[position] as string,
      organization_id: transaction.organizationId,
      own_tax_ids: line.ownTaxes.map(({ id }) => id),
      target_wallet_code: targetWallet(line),
    })),
  );

/** Puts the texts on an issued invoice that those want who it is for (catalog, section 16). */
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

/** Writes the taxes of an invoice, as they are now. */
export async function insertInvoiceTaxes(
  transaction: TenantTransaction,
  invoiceId: string,
  { organizationId, now }: Pick<InvoiceToWrite, 'organizationId' | 'now'>,
  priced: Pick<PricedInvoice, 'totals' | 'taxes'>,
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
