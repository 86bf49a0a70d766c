import { isEmptySpan, progressiveBillingCredit } from '@tollgate/rating';
import type { TenantTransaction } from '@tollgate/platform';
import type { BilledSubscription, NewFee } from '../lines/new-invoice.js';
import { feesOfInvoices } from '../rows/fees.repository.js';
import type { InvoiceRow } from '../rows/invoices.repository.js';
import type { Adjustment, InvoiceToAdjust } from './adjustment.js';
import type { NewCredit } from './credit.writer.js';
import { creditExcess } from './excess-credit-note.writer.js';
import {
  drawnCents,
  latestProgressiveInvoice,
  lockProgressiveBilling,
} from '../rows/progressive-invoices.repository.js';

/**
 * Takes off an invoice what progressive invoices of its periods have billed; what they billed beyond its usage comes back as
 * a credit note (charges, section 7.5; invoices, section 8).
 */
export const progressiveCredit: Adjustment = {
  from: 'start',
  async apply(transaction, invoice) {
    const { timezone } = invoice.customer;
    // No threshold of theirs is decided on while their usage is invoiced: it is decided before, and credited, or after, and seen.
    await lockProgressiveBilling(
      transaction,
      invoice.subscriptions
        .filter((billed) => closedFrom(billed, timezone) !== null)
        .map(({ subscription }) => subscription.id),
    );
    let { lines } = invoice;
    const credits: NewCredit[] = [];
    for (const billed of invoice.subscriptions) {
      const progressive = await progressiveInvoiceOf(transaction, billed, timezone);
      if (!progressive) continue;
      const taken = await takenOff(transaction, invoice, { billed, progressive, lines });
      lines = taken.lines;
      if (taken.creditCents > 0n)
        credits.push({ kind: 'invoice', sourceId: progressive.id, amountCents: taken.creditCents });
      if (taken.excessCents > 0n)
        await creditExcess(transaction, {
          invoice: progressive,
          excessCents: taken.excessCents,
          timezone,
          now: invoice.now,
        });
    }
    const creditCents = credits.reduce((total, { amountCents }) => total + amountCents, 0n);
    return { lines, deductions: { progressiveBillingCreditCents: creditCents }, credits };
  },
};

interface BilledBefore {
  billed: BilledSubscription;
  progressive: InvoiceRow;
  lines: NewFee[];
}

/** The lines with what a progressive invoice covered of them, and what it covered beyond them. */
async function takenOff(
  transaction: TenantTransaction,
  { id }: InvoiceToAdjust,
  { billed: { subscription }, progressive, lines }: BilledBefore,
) {
  const fees = (await feesOfInvoices(transaction, [progressive.id])).filter(
    (fee) => fee.subscription_id === subscription.id,
  );
  const billedBefore = {
    feesAmountCents: progressive.fees_amount_cents,
    couponsAmountCents: progressive.coupons_amount_cents,
    drawnCents: await drawnCents(transaction, progressive.id, id),
    fees: fees.map((fee) => ({
      chargeId: fee.charge_id ?? '',
      bucket: bucketKey(fee.charge_id, fee.charge_filter_id, fee.grouped_by, false),
      amountCents: fee.amount_cents,
    })),
  };
  const isOwn = (line: NewFee) => line.subscription?.id === subscription.id;
  const {
    fees: credited,
    creditCents,
    excessCents,
  } = progressiveBillingCredit(
    billedBefore,
    lines.map((line) => creditable(line, isOwn(line))),
  );
  return {
    lines: credited.map(({ line, preciseCouponsAmountCents }) => ({ ...line, preciseCouponsAmountCents })),
    creditCents,
    excessCents,
  };
}

/** The latest progressive invoice of the usage period that an invoice bills. */
async function progressiveInvoiceOf(
  transaction: TenantTransaction,
  billed: BilledSubscription,
  timezone: string,
): Promise<InvoiceRow | undefined> {
  const from = closedFrom(billed, timezone);
  return from === null
    ? undefined
    : latestProgressiveInvoice(transaction, { subscriptionId: billed.subscription.id, at: from });
}

const closing = ['subscription_periodic', 'subscription_terminating', 'progressive_billing'];

/** Start of the usage period that an invoice bills of a subscription; null where it bills none. */
function closedFrom({ reason, boundaries }: BilledSubscription, timezone: string): number | null {
  const { chargesFrom: from, chargesTo: to } = boundaries;
  if (!closing.includes(reason) || from === null || to === null) return null;
  return isEmptySpan(from, to, timezone) ? null : from;
}

/** Lines of other subscriptions are nobody's business here. */
function creditable(line: NewFee, own: boolean) {
  const { charge, bucket, amountCents, preciseCouponsAmountCents } = line;
  const key =
    own && charge
      ? bucketKey(charge.id, bucket?.filter?.id ?? null, bucket?.groupedBy ?? {}, line.isTrueUp ?? false)
      : '';
  return { line, chargeId: own ? (charge?.id ?? '') : '', bucket: key, amountCents, preciseCouponsAmountCents };
}

const bucketKey = (
  chargeId: string | null,
  filterId: string | null,
  groupedBy: Record<string, string | null>,
  isTrueUp: boolean,
): string =>
  JSON.stringify([chargeId, filterId, Object.entries(groupedBy).sort(([a], [b]) => (a < b ? -1 : 1)), isTrueUp]);
