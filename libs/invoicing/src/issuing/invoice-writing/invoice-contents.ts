import { insertRows, newId, type TenantTransaction, required } from '@tollgate/platform';
import { assertInvoiceAddsUp, feesTotal } from '@tollgate/rating';
import { readApplicableSections, type CustomerView } from '@tollgate/subscription/reader';
import type { AdjustedFrom } from '../adjustments/adjustment.js';
import { adjust, type AdjustedInvoice } from '../adjustments/adjustments.js';
import { insertFees, taxSnapshot } from '../../model/line-items/fee.writer.js';
import { priceInvoice, type NewFee, type PayableLine, type PricedInvoice } from '../../model/line-items/new-invoice.js';
import { requestTaxes } from '../tax-sources/engine.source.js';
import { taxSourceOf } from '../tax-sources/tax-sources.js';
import { targetWallet } from '../prepaid-credits/credit-taking.js';
import { insertAppliedSections } from '../../model/invoices/custom-sections.repository.js';
import { insertUntaxedFees } from '../../model/taxes/untaxed-fees.repository.js';
import { startsSubscription, type InvoiceToWrite, type TargetStatus } from './invoice-to-write.js';
import type { InvoiceKind } from './kinds/invoice-kind.js';
import { kindOf } from './kinds/invoice-kinds.js';

/** The priced lines and adjustments of an invoice, and its status. */
export interface InvoiceContents {
  targetStatus: TargetStatus;
  /** Whether the taxes of its customer are still unknown. */
  awaitsTaxes: boolean;
  /** Whether a tax engine computes its taxes, those of a draft too. */
  usesEngine: boolean;
  priced: PricedInvoice;
  adjusted: AdjustedInvoice;
}

/**
 * Prices an invoice with all its adjustments (invoices, section 3).
 * @param named its id, and its key for wallets
 */
export async function contentsOf(
  transaction: TenantTransaction,
  { id, creditKey }: { id: string; creditKey: string },
  invoice: InvoiceToWrite,
  draft: boolean,
): Promise<InvoiceContents> {
  const { organizationId, customer, subscriptions, currency, lines, credits, now } = invoice;
  const { status, awaitsTaxes } = await targetOf(transaction, invoice, draft);
  const toAdjust = { id, organizationId, customer, subscriptions, currency, credits, creditKey, now };
  const adjusted = await adjust(
    transaction,
    { ...toAdjust, lines: awaitsTaxes ? lines.map(untaxed) : lines },
    kindOf(invoice).adjustments.filter(({ from }) => adjustedFrom[awaitsTaxes ? 'pending' : status].includes(from)),
  );
  const priced = priceInvoice(adjusted.lines, currency, adjusted.deductions);
  // A draft is checked at its finalization.
  if (status !== 'draft') assertAddsUp(priced, adjusted.lines, adjusted.credits);
  const usesEngine = taxedByEngine(invoice) && (awaitsTaxes || status === 'draft');
  if (awaitsTaxes) return { targetStatus: status, awaitsTaxes, usesEngine, priced: unpaid(priced), adjusted };
  // A start without anything to pay does not wait.
  const isPaid = startsSubscription(invoice) && status === 'open' && priced.totals.totalAmountCents <= 0n;
  return { targetStatus: isPaid ? 'finalized' : status, awaitsTaxes, usesEngine, priced, adjusted };
}

/**
 * @param credits all its deductions, including coupons
 * @throws InvoiceDoesNotAddUp: the caller stores it as failed and does not send it (charges, section 7.5)
 */
export function assertAddsUp(
  { totals }: Pick<PricedInvoice, 'totals'>,
  lines: PayableLine[],
  credits: readonly { kind: string }[],
): void {
  const coupons = credits.filter(({ kind }) => kind === 'coupon');
  assertInvoiceAddsUp(lines, totals, coupons.length);
}

async function targetOf(
  transaction: TenantTransaction,
  invoice: InvoiceToWrite,
  draft: boolean,
): Promise<{ status: TargetStatus; awaitsTaxes: boolean }> {
  if (draft) return { status: 'draft', awaitsTaxes: false };
  if (isSkipped(kindOf(invoice), feesTotal(invoice.lines), invoice.customer))
    return { status: 'closed', awaitsTaxes: false };
  const unknown =
    kindOf(invoice).isTaxed && (await taxSourceOf(invoice.customer).isUnknown(transaction, invoice.customer));
  if (invoice.awaitsPayment) return { status: 'open', awaitsTaxes: unknown };
  return { status: unknown ? 'pending' : 'finalized', awaitsTaxes: unknown };
}

/** Whether a tax engine computes the taxes of an invoice (webhooks, section 19). */
export const taxedByEngine = (invoice: Pick<InvoiceToWrite, 'type' | 'customer'>): boolean =>
  invoice.customer.taxEngine !== null && kindOf(invoice).isTaxed;

/**
 * Whether an invoice of zero is hidden and without number, as its customer's settings request (invoices, section 9.3).
 */
export const isSkipped = (kind: InvoiceKind, feesAmountCents: bigint, customer: CustomerView): boolean =>
  kind.mayBeSkipped && feesAmountCents === 0n && !customer.finalizeZeroAmountInvoice;

/** The adjustments of an invoice by its initial status (invoices, sections 3 and 4.5). */
const adjustedFrom: Record<TargetStatus, AdjustedFrom[]> = {
  draft: ['start'],
  closed: ['start'],
  open: ['start', 'issue', 'taxes'],
  failed: [],
  pending: ['start', 'issue'],
  finalized: ['start', 'issue', 'taxes'],
};

/** A line without its unknown taxes. */
const untaxed = (line: NewFee): NewFee => ({ ...line, taxes: [] });

/** An invoice that is not final is not settled either, even with nothing due. */
export const unpaid = (priced: PricedInvoice): PricedInvoice => ({
  ...priced,
  totals: { ...priced.totals, paymentStatus: 'pending' },
});

/** Writes the fees and taxes of an invoice, and the uses of its adjustments. @returns the ids of its fees */
export async function insertContents(
  transaction: TenantTransaction,
  invoiceId: string,
  invoice: InvoiceToWrite,
  { priced, adjusted, targetStatus, awaitsTaxes, usesEngine }: InvoiceContents,
): Promise<string[]> {
  const feeIds = await insertFees(transaction, { ...invoice, ...priced, invoiceId });
  await insertInvoiceTaxes(transaction, invoiceId, invoice, priced);
  if (awaitsTaxes) await storeUntaxed(transaction, feeIds, priced);
  if (usesEngine) await requestTaxes(transaction, { id: invoiceId, customer_id: invoice.customer.id }, invoice.now);
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

/** Adds the custom sections to an issued invoice that its customer and subscriptions select (catalog, section 16). */
async function applySections(
  transaction: TenantTransaction,
  invoiceId: string,
  { customer, subscriptions, customSections, now }: InvoiceToWrite,
): Promise<void> {
  const sections = await readApplicableSections(transaction, {
    customerId: customer.id,
    subscriptionIds: subscriptions.map(({ subscription }) => subscription.id),
    selection: customSections,
  });
  await insertAppliedSections(transaction, invoiceId, sections, now);
}

/** Writes the current taxes of an invoice. */
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
      ...taxSnapshot(required(priced.taxes, tax.code, 'tax')),
      amount_cents: tax.amountCents,
      fees_amount_cents: tax.feesAmountCents,
      created_at: new Date(now),
    })),
  );
}
