import { Decimal, partsWithin, prorationCreditNote } from '@tollgate/rating';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';
import type { FeeRow } from '../../model/fees/fees.repository.js';
import { taxesOfFees } from '../../model/fees/fees.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import { isUnfinished, lockInvoice } from '../../model/invoices/invoices.repository.js';
import { publishNote } from '../../model/credit-notes/credit-notes.repository.js';
import { dueBesides, earlierNotesOf, readRest } from '../../model/credit-notes/credited-fees.repository.js';
import { creditedOf, insertNote } from './credit-note.writer.js';
import { settleOffset } from '../../model/payments/offsets.repository.js';

/** A subscription to a plan in advance that ended before its period. */
export interface EndedSubscription {
  organizationId: string;
  customer: CustomerView;
  subscription: SubscriptionView;
  mode: 'credit' | 'refund' | 'offset';
  upgrade: boolean;
  /** Unix milliseconds. */
  now: Instant;
}

/**
 * Writes the proration credit of a subscription that ended early, on its last fee. It writes nothing if the running
 * period was never billed (invoices, section 6.7). A repeated run writes no second note.
 */
export async function writeProrationCredit(transaction: TenantTransaction, ended: EndedSubscription): Promise<void> {
  const { subscription, customer, mode, upgrade, now } = ended;
  const { terminatedAt } = subscription.agreement;
  if (terminatedAt === null) return;
  const invoiceId = (await lastSubscriptionFee(transaction, subscription.id))?.invoice_id;
  const invoice = invoiceId && (await lockInvoice(transaction, invoiceId));
  // Read under the lock, since a concurrent computation of a draft replaces its fees.
  const fee = await lastSubscriptionFee(transaction, subscription.id);
  if (!fee?.to_datetime) return;
  if (
    !invoice ||
    invoice.status === 'voided' ||
    invoice.status === 'deleted' ||
    (await hasNote(transaction, subscription.id))
  )
    return;
  const taxes = await taxesOfFees(transaction, [fee.id]);
  const rest = await readRest(transaction, invoice);
  const note = prorationCreditNote(
    {
      agreement: subscription.agreement,
      terminatedAt,
      timezone: customer.timezone,
      paidTo: fee.to_datetime.getTime(),
      upgrade,
      trial: subscription.trial,
    },
    {
      amountCents: fee.amount_cents,
      preciseCouponsAmountCents: new Decimal(fee.precise_coupons_amount_cents),
      taxesAmountCents: fee.taxes_amount_cents,
      taxes: taxes.map((tax) => ({ code: tax.tax_code, rate: new Decimal(tax.tax_rate) })),
      planAmountCents: planAmountOf(fee),
      subscriptionFrom: (fee.from_datetime ?? fee.to_datetime).getTime(),
      creditedCents: await creditedOf(transaction, fee.id),
    },
    mode,
    {
      paidCents: invoice.total_paid_amount_cents,
      subTotalIncludingTaxesCents: invoice.sub_total_including_taxes_amount_cents,
    },
    rest,
  );
  if (!note) return;
  const items = [{ fee, amountCents: note.itemAmountCents }];
  const earlier = await earlierNotesOf(transaction, invoice.id);
  const split = partsWithin(note.split, {
    refundCents: invoice.total_paid_amount_cents - earlier.parts.refundAmountCents,
    offsetCents: dueBesides(invoice, earlier),
  });
  const id = await insertNote(transaction, {
    ...note,
    split,
    rest,
    invoice,
    items,
    taxes,
    endedSubscriptionId: subscription.id,
    reason: 'order_cancellation',
    timezone: customer.timezone,
    now,
  });
  if (isUnfinished(invoice)) return;
  await settleOffset(transaction, invoice, split.offsetAmountCents, now);
  await publishNote(transaction, { id, organization_id: ended.organizationId, customer_id: customer.id }, now);
}

async function lastSubscriptionFee(
  transaction: TenantTransaction,
  subscriptionId: string,
): Promise<FeeRow | undefined> {
  return tables(transaction)
    .selectFrom('invoicing.fees')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('fee_type', '=', 'subscription')
    .where('deleted_at', 'is', null)
    .orderBy('to_datetime', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function hasNote(transaction: TenantTransaction, subscriptionId: string): Promise<boolean> {
  const row = await tables(transaction)
    .selectFrom('invoicing.credit_notes')
    .select('id')
    .where('ended_subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The price of the plan at the creation of the fee. */
function planAmountOf(fee: FeeRow): bigint {
  const amount = fee.amount_details['plan_amount_cents'];
  return typeof amount === 'number' || typeof amount === 'string' ? BigInt(amount) : fee.amount_cents;
}
