import type { FixedChargeView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal, type UsagePeriod } from '@tollgate/rating';
import { chargeIds } from '../line-items/charge-identity.js';
import { tables } from '../tables/invoicing.tables.js';

type Period = Pick<UsagePeriod, 'from' | 'to'>;

/**
 * Selects the fees in advance of a subscription's fixed charges, without those of voided or deleted invoices.
 * @param before an invoice that is computed again: it and later ones do not count
 */
const paidFees = (transaction: TenantTransaction, subscriptionId: string, before: string | null) => {
  const query = tables(transaction)
    .selectFrom('invoicing.fees as fee')
    .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'fee.invoice_id')
    .where('fee.subscription_id', '=', subscriptionId)
    .where('fee.fee_type', '=', 'fixed_charge')
    .where('fee.pay_in_advance', '=', true)
    .where('fee.deleted_at', 'is', null)
    .where('invoice.status', 'not in', ['voided', 'deleted']);
  return before === null ? query : query.where('invoice.id', '<', before);
};

/** Whether a fixed charge was billed in advance for a period; a fee of zero does not count (charges, section 5.3). */
export async function isPaidInAdvance(
  transaction: TenantTransaction,
  subscriptionId: string,
  charge: FixedChargeView,
  period: Period,
  before: string | null,
): Promise<boolean> {
  const row = await paidFees(transaction, subscriptionId, before)
    .select('fee.id')
    .where('fee.fixed_charge_id', 'in', chargeIds(charge))
    .where('fee.from_datetime', '=', new Date(period.from))
    .where('fee.to_datetime', '=', new Date(period.to))
    .where((where) => where.or([where('fee.units', '>', '0'), where('fee.amount_cents', '>', 0n)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** The units of a fixed charge and of its original that were billed for exactly this period (charges, section 5.4). */
export async function paidUnits(
  transaction: TenantTransaction,
  subscriptionId: string,
  charge: FixedChargeView,
  period: Period,
): Promise<Decimal> {
  const rows = await paidFees(transaction, subscriptionId, null)
    .select('fee.units')
    .where('fee.fixed_charge_id', 'in', chargeIds(charge))
    .where('fee.from_datetime', '=', new Date(period.from))
    .where('fee.to_datetime', '=', new Date(period.to))
    .execute();
  return rows.reduce((sum, { units }) => sum.plus(units), new Decimal(0));
}

/** The prepaid amount of an add-on, and its last day; instants in Unix milliseconds. */
export interface PaidAddOn {
  addOnId: string;
  amountCents: bigint;
  billedAt: number;
  to: number;
}

/** Reads a subscription's prepaid amounts for periods that reach beyond an instant (Unix ms). */
export async function paidBeyond(
  transaction: TenantTransaction,
  subscriptionId: string,
  at: Instant,
): Promise<PaidAddOn[]> {
  const rows = await paidFees(transaction, subscriptionId, null)
    .select(['fee.item_id', 'fee.amount_cents', 'fee.to_datetime', 'invoice.billed_at'])
    .where('fee.from_datetime', '<=', new Date(at))
    .where('fee.to_datetime', '>=', new Date(at))
    .execute();
  return rows.map((row) => ({
    addOnId: row.item_id,
    amountCents: row.amount_cents,
    billedAt: row.billed_at.getTime(),
    to: (row.to_datetime as Date).getTime(),
  }));
}
