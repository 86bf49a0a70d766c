import { Decimal, isEmptySpan, progressiveBillingCredit, type ProgressiveRemainder } from '@tollgate/rating';
import type { TenantTransaction } from '@tollgate/platform';
import { progressiveInputs, withinBound } from '../../model/fee-inputs/progressive-inputs.js';
import type { StoredProgressiveFee } from '../../model/fee-inputs/fee-inputs.tables.js';
import { chargeIds, filterKey, groupKey } from '../../model/rated-charges/charge-identity.js';
import type { BilledSubscription, NewFee } from '../../model/line-items/new-invoice.js';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';
import {
  billedUsage,
  isCredited,
  lockProgressiveBilling,
  progressiveInvoices,
  type BilledUsageFee,
} from '../../model/progressive/progressive-invoices.repository.js';
import type { Adjustment, InvoiceToAdjust } from './adjustment.js';
import type { NewCredit } from './credit.writer.js';
import { creditRemainders } from './excess-credit-note.writer.js';

/**
 * Deducts from an invoice what progressive invoices of its periods billed, fee by fee. Credit notes return what they
 * billed beyond its usage (charges, section 7.5; invoices, section 8).
 */
export const progressiveCredit: Adjustment = {
  from: 'start',
  async apply(transaction, invoice) {
    const { timezone } = invoice.customer;
    // Serializes invoicing with threshold decisions: a decision before it is credited, and one after it sees the
    // invoice.
    await lockProgressiveBilling(
      transaction,
      invoice.subscriptions
        .filter((billed) => closedPeriod(billed, timezone) !== null)
        .map(({ subscription }) => subscription.id),
    );
    let { lines } = invoice;
    const credits: NewCredit[] = [];
    const sources: StoredProgressiveFee[] = [];
    for (const billed of invoice.subscriptions) {
      const closed = closedPeriod(billed, timezone);
      if (closed === null) continue;
      const progressive = await progressiveInvoices(transaction, { subscriptionId: billed.subscription.id, ...closed });
      const latest = progressive.at(-1);
      if (!latest) continue;
      const taken = await takenOff(transaction, invoice, { billed, progressive, lines });
      lines = taken.lines;
      sources.push(...taken.sources);
      if (taken.creditCents > 0n)
        credits.push({ kind: 'invoice', sourceId: latest.id, amountCents: taken.creditCents });
    }
    const creditCents = credits.reduce((total, { amountCents }) => total + amountCents, 0n);
    return {
      lines,
      deductions: { progressiveBillingCreditCents: creditCents },
      credits,
      inputs: { progressive: withinBound(sources) },
    };
  },
};

interface BilledBefore {
  billed: BilledSubscription;
  /** Oldest first, at least one. */
  progressive: InvoiceRow[];
  lines: NewFee[];
}

interface TakenOff {
  lines: NewFee[];
  creditCents: bigint;
  /** The fees that gave the credit. */
  sources: StoredProgressiveFee[];
}

/** Returns the lines less the parts that progressive invoices covered, and writes notes for the excess. */
async function takenOff(
  transaction: TenantTransaction,
  invoice: InvoiceToAdjust,
  { billed: { subscription }, progressive, lines }: BilledBefore,
): Promise<TakenOff> {
  const ids = progressive.map(({ id }) => id);
  if (await isCredited(transaction, ids, invoice.id)) return { lines, creditCents: 0n, sources: [] };
  const fees = await billedUsage(transaction, ids, subscription.id);
  const taken = progressiveBillingCredit(
    fees.map(progressiveFee(copiedCharges(lines))),
    lines.map((line) => creditable(line, line.subscription?.id === subscription.id)),
  );
  await writeNotes(transaction, invoice, progressive, fees, taken.remainders);
  return {
    lines: taken.fees.map(({ line, preciseCouponsAmountCents, progressiveCreditCents }) => ({
      ...line,
      preciseCouponsAmountCents,
      progressiveCreditCents: (line.progressiveCreditCents ?? 0n) + progressiveCreditCents,
    })),
    creditCents: taken.creditCents,
    sources: progressiveInputs(taken.uses, fees),
  };
}

/** Writes one note for each progressive invoice with an excess, the latest first. */
async function writeNotes(
  transaction: TenantTransaction,
  { customer, now }: InvoiceToAdjust,
  progressive: InvoiceRow[],
  fees: BilledUsageFee[],
  remainders: readonly ProgressiveRemainder[],
): Promise<void> {
  const invoiceIds = new Map(fees.map((fee) => [fee.id, fee.invoice_id]));
  for (const invoice of [...progressive].reverse()) {
    const items = remainders.filter(({ feeId }) => invoiceIds.get(feeId) === invoice.id);
    if (items.length === 0) continue;
    await creditRemainders(transaction, { invoice, items, timezone: customer.timezone, now });
  }
}

const closing = ['subscription_periodic', 'subscription_terminating', 'progressive_billing'];

/** Start of the usage period that an invoice bills of a subscription; null without one. */
function closedPeriod(
  { reason, boundaries }: BilledSubscription,
  timezone: string,
): { from: number; to: number } | null {
  const { chargesFrom: from, chargesTo: to } = boundaries;
  if (!closing.includes(reason) || from === null || to === null) return null;
  return isEmptySpan(from, to, timezone) ? null : { from, to };
}

/** The charges of lines by all ids that they may have been billed under: a subscription may change its copy within a period. */
const copiedCharges = (lines: NewFee[]): Map<string, string> =>
  new Map(lines.flatMap(({ charge }) => (charge ? chargeIds(charge).map((id) => [id, charge.id] as const) : [])));

const progressiveFee = (copies: Map<string, string>) => (fee: BilledUsageFee) => ({
  id: fee.id,
  bucket: bucketKey(copies.get(fee.charge_id ?? '') ?? fee.charge_id, fee.filters, fee.grouped_by),
  amountCents: fee.amount_cents,
  creditedCents: fee.progressive_credit_amount_cents,
  notedCents: new Decimal(fee.noted_cents),
  remainingCents: new Decimal(fee.remaining_cents),
});

/** Excludes lines of other subscriptions, lines other than usage, and true-ups by an empty key. */
function creditable(line: NewFee, isOwn: boolean) {
  const { charge, bucket, amountCents, preciseCouponsAmountCents } = line;
  const key =
    isOwn && charge && !line.isTrueUp
      ? bucketKey(charge.id, bucket?.filter?.values ?? null, bucket?.groupedBy ?? {})
      : '';
  return { line, bucket: key, amountCents, preciseCouponsAmountCents };
}

const bucketKey = (
  chargeId: string | null,
  filter: Record<string, string[]> | null,
  groupedBy: Record<string, string | null>,
): string => JSON.stringify([chargeId, filterKey(filter), groupKey(groupedBy)]);
