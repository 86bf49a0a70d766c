import { sql } from 'kysely';
import { Decimal, localDate, roundToCents, unusedDaysNote, type UnusedDaysNote } from '@tollgate/rating';
import { newId, tablesOf, type Transaction } from '@tollgate/platform';
import type { CustomerView, SubscriptionView } from '@tollgate/subscription/reader';
import type { FeeRow, FeeTaxRow } from '../fees/fees.repository.js';
import { taxesOfFees } from '../fees/fees.repository.js';
import type { InvoicingDatabase } from '../invoicing.database.js';
import type { InvoicingTables } from '../invoicing.tables.js';
import { lockInvoice, type InvoiceRow } from '../invoices/invoices.repository.js';
import { announceNote, nextNoteNumber } from './credit-notes.repository.js';
import { settleOffset } from './offsets.js';

/** A subscription to a plan in advance that ended before its period. */
export interface EndedSubscription {
  organizationId: string;
  customer: CustomerView;
  subscription: SubscriptionView;
  mode: 'credit' | 'refund' | 'offset';
  upgrade: boolean;
  /** Unix milliseconds. */
  now: number;
}

const tables = (transaction: Transaction) => tablesOf<InvoicingTables>(transaction);

/**
 * Credits the unused days of an ended subscription on its last fee; nothing when the running period was never billed
 * (invoices, section 6.7). Run twice, it makes the note once.
 */
export async function creditUnusedDays(transaction: Transaction, database: InvoicingDatabase, ended: EndedSubscription): Promise<void> {
  const { subscription, customer, mode, upgrade, now } = ended;
  const { terminatedAt } = subscription.terms;
  if (terminatedAt === null) return;
  const fee = await lastSubscriptionFee(transaction, subscription.id);
  if (!fee?.invoice_id || !fee.to_datetime || fee.to_datetime.getTime() < terminatedAt) return;
  const invoice = await lockInvoice(transaction, fee.organization_id, fee.invoice_id);
  if (!invoice || invoice.status === 'voided' || (await hasNote(transaction, subscription.id))) return;
  const taxes = await taxesOfFees(transaction, [fee.id]);
  const note = unusedDaysNote(
    { terms: subscription.terms, terminatedAt, timezone: customer.timezone, upgrade, trial: subscription.trial },
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
    { paidCents: invoice.total_paid_amount_cents, subTotalIncludingTaxesCents: invoice.sub_total_including_taxes_amount_cents },
  );
  if (!note) return;
  const id = await insertNote(transaction, ended, invoice, fee, taxes, note);
  if (invoice.status === 'draft') return;
  await settleOffset(transaction, database, invoice, note.split.offsetAmountCents, now);
  await announceNote(transaction, database, { id, organization_id: ended.organizationId, customer_id: customer.id }, now);
}

async function lastSubscriptionFee(transaction: Transaction, subscriptionId: string): Promise<FeeRow | undefined> {
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

async function hasNote(transaction: Transaction, subscriptionId: string): Promise<boolean> {
  const row = await tables(transaction).selectFrom('invoicing.credit_notes').select('id').where('ended_subscription_id', '=', subscriptionId).executeTakeFirst();
  return row !== undefined;
}

/** The price of the plan when the fee was made. */
function planAmountOf(fee: FeeRow): bigint {
  const amount = fee.amount_details['plan_amount_cents'];
  return typeof amount === 'number' || typeof amount === 'string' ? BigInt(amount) : fee.amount_cents;
}

/** What earlier notes credited of a fee, in cents. */
async function creditedOf(transaction: Transaction, feeId: string): Promise<Decimal> {
  const { rows } = await sql<{ credited: string }>`
    select coalesce(sum(item.precise_amount_cents), 0)::text as credited
    from invoicing.credit_note_items item join invoicing.credit_notes note on note.id = item.credit_note_id
    where item.fee_id = ${feeId} and note.status <> 'deleted'
  `.execute(transaction);
  return new Decimal(rows[0]?.credited ?? '0');
}

async function insertNote(
  transaction: Transaction,
  { organizationId, customer, subscription, now }: EndedSubscription,
  invoice: InvoiceRow,
  fee: FeeRow,
  taxes: FeeTaxRow[],
  { itemAmountCents, amounts, split }: UnusedDaysNote,
): Promise<string> {
  const id = newId();
  const at = new Date(now);
  const total = split.creditAmountCents + split.refundAmountCents + split.offsetAmountCents;
  await tables(transaction)
    .insertInto('invoicing.credit_notes')
    .values({
      id,
      organization_id: organizationId,
      customer_id: customer.id,
      invoice_id: invoice.id,
      ended_subscription_id: subscription.id,
      ...(await nextNoteNumber(transaction, invoice)),
      status: invoice.status === 'draft' ? 'draft' : 'finalized',
      issuing_date: localDate(now, customer.timezone),
      credit_status: 'available',
      refund_status: split.refundAmountCents > 0n ? 'pending' : null,
      reason: 'order_cancellation',
      description: null,
      currency: invoice.currency,
      total_amount_cents: total,
      credit_amount_cents: split.creditAmountCents,
      refund_amount_cents: split.refundAmountCents,
      offset_amount_cents: split.offsetAmountCents,
      balance_amount_cents: split.creditAmountCents,
      sub_total_excluding_taxes_amount_cents: amounts.subTotalExcludingTaxesAmountCents,
      coupons_adjustment_amount_cents: amounts.couponsAdjustmentAmountCents,
      precise_coupons_adjustment_amount_cents: amounts.preciseCouponsAdjustmentAmountCents.toFixed(),
      taxes_amount_cents: amounts.taxesAmountCents,
      precise_taxes_amount_cents: amounts.preciseTaxesAmountCents.toFixed(),
      taxes_rate: amounts.taxesRate.toFixed(),
      self_billed: invoice.self_billed,
      metadata: null,
      voided_at: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await tables(transaction)
    .insertInto('invoicing.credit_note_items')
    .values({
      id: newId(),
      organization_id: organizationId,
      credit_note_id: id,
      fee_id: fee.id,
      amount_cents: roundToCents(itemAmountCents),
      precise_amount_cents: itemAmountCents.toFixed(),
      position: 0,
    })
    .execute();
  const applied = amounts.appliedTaxes.flatMap((tax) => {
    const snapshot = taxes.find(({ tax_code }) => tax_code === tax.code);
    if (!snapshot) return [];
    const { tax_id, tax_name, tax_code, tax_rate, tax_description } = snapshot;
    return [{
      id: newId(), organization_id: organizationId, credit_note_id: id, tax_id, tax_name, tax_code, tax_rate, tax_description,
      base_amount_cents: tax.baseAmountCents, amount_cents: tax.amountCents, created_at: at,
    }];
  });
  if (applied.length > 0) await tables(transaction).insertInto('invoicing.credit_note_taxes').values(applied).execute();
  return id;
}
