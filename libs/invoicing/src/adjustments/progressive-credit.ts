import { progressiveBillingCredit } from '@tollgate/rating';
import type { Transaction } from '@tollgate/platform';
import type { CustomerView } from '@tollgate/subscription/reader';
import type { BilledSubscription, NewFee } from '../lines/new-invoice.js';
import { feesOfInvoices } from '../rows/fees.repository.js';
import type { InvoicingDatabase } from '../invoicing.database.js';
import { creditExcess } from './excess-note.js';
import {
  drawnCents,
  latestProgressiveInvoice,
  lockProgressiveBilling,
} from '../rows/progressive-invoices.repository.js';

/** An invoice that closes, or bills further, what progressive invoices have billed already. */
export interface LaterInvoice {
  id: string;
  customer: CustomerView;
  subscriptions: BilledSubscription[];
  lines: NewFee[];
  now: number;
}

/** The lines with what progressive invoices covered of them, and what is credited of each of those. */
export interface ProgressiveCredits {
  lines: NewFee[];
  credits: { invoiceId: string; amountCents: bigint }[];
  creditCents: bigint;
}

/**
 * Takes off an invoice what progressive invoices of its periods have billed; what they billed beyond its usage comes back as a
 * credit note (charges, section 7.5; invoices, section 8).
 */
export async function creditProgressiveInvoices(
  transaction: Transaction,
  database: InvoicingDatabase,
  invoice: LaterInvoice,
): Promise<ProgressiveCredits> {
  let { lines } = invoice;
  // No threshold of theirs is decided on while their usage is invoiced: it is decided before, and credited, or after, and seen.
  await lockProgressiveBilling(
    transaction,
    invoice.subscriptions.filter((billed) => closedFrom(billed) !== null).map(({ subscription }) => subscription.id),
  );
  const credits: ProgressiveCredits['credits'] = [];
  for (const billed of invoice.subscriptions) {
    const from = closedFrom(billed);
    const progressive =
      from === null ? undefined : await latestProgressiveInvoice(transaction, billed.subscription.id, from);
    if (!progressive) continue;
    const fees = (await feesOfInvoices(transaction, [progressive.id])).filter(
      (fee) => fee.subscription_id === billed.subscription.id,
    );
    const billedBefore = {
      feesAmountCents: progressive.fees_amount_cents,
      couponsAmountCents: progressive.coupons_amount_cents,
      drawnCents: await drawnCents(transaction, progressive.id, invoice.id),
      fees: fees.map((fee) => ({
        chargeId: fee.charge_id ?? '',
        bucket: bucketKey(fee.charge_id, fee.charge_filter_id, fee.grouped_by, false),
        amountCents: fee.amount_cents,
      })),
    };
    const isOwn = (line: NewFee) => line.subscription.id === billed.subscription.id;
    const taken = progressiveBillingCredit(
      billedBefore,
      lines.map((line) => creditable(line, isOwn(line))),
    );
    lines = taken.fees.map(({ chargeId: _, bucket: __, line, preciseCouponsAmountCents }) => ({
      ...line,
      preciseCouponsAmountCents,
    }));
    if (taken.creditCents > 0n) credits.push({ invoiceId: progressive.id, amountCents: taken.creditCents });
    if (taken.excessCents > 0n)
      await creditExcess(transaction, database, {
        invoice: progressive,
        excessCents: taken.excessCents,
        timezone: invoice.customer.timezone,
        now: invoice.now,
      });
  }
  return { lines, credits, creditCents: credits.reduce((total, { amountCents }) => total + amountCents, 0n) };
}

const closing = ['subscription_periodic', 'subscription_terminating', 'progressive_billing'];

/** Start of the usage period that an invoice bills of a subscription; null where it bills none. */
function closedFrom({ reason, boundaries: { chargesFrom: from, chargesTo: to } }: BilledSubscription): number | null {
  return closing.includes(reason) && from !== null && to !== null && from < to ? from : null;
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
