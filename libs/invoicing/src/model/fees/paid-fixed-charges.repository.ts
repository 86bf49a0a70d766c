import type { FixedChargeView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { Decimal, LARGEST_MOVE, type UsagePeriod } from '@tollgate/rating';
import { chargeIds } from '../rated-charges/charge-identity.js';
import { tables } from '../invoicing.tables.js';

/** Selects the fees in advance of fixed charges of subscriptions, without those of voided or deleted invoices. */
const paidFees = (transaction: TenantTransaction, subscriptionIds: readonly string[]) =>
  tables(transaction)
    .selectFrom('invoicing.fees as fee')
    .innerJoin('invoicing.invoices as invoice', 'invoice.id', 'fee.invoice_id')
    .where('fee.subscription_id', 'in', subscriptionIds)
    .where('fee.fee_type', '=', 'fixed_charge')
    .where('fee.pay_in_advance', '=', true)
    .where('fee.deleted_at', 'is', null)
    .where('invoice.status', 'not in', ['voided', 'deleted']);

/** A fee in advance of a fixed charge. */
interface PaidFee {
  fixedChargeId: string | null;
  units: Decimal;
  amountCents: bigint;
}

/** The fees in advance of a subscription's fixed charges for one period. */
export class PaidPeriod {
  constructor(private readonly fees: readonly PaidFee[]) {}

  /** The billed units of a fixed charge and of its original (charges, section 5.4). */
  unitsOf(charge: FixedChargeView): Decimal {
    return this.feesOf(charge).reduce((sum, { units }) => sum.plus(units), new Decimal(0));
  }

  /** Whether a fixed charge is billed; a fee of zero does not count (charges, section 5.3). */
  isPaid(charge: FixedChargeView): boolean {
    return this.feesOf(charge).some(({ units, amountCents }) => units.gt(0) || amountCents > 0n);
  }

  private feesOf(charge: FixedChargeView): PaidFee[] {
    const ids: (string | null)[] = chargeIds(charge);
    return this.fees.filter(({ fixedChargeId }) => ids.includes(fixedChargeId));
  }
}

/**
 * Reads the fees in advance of a subscription's fixed charges for a running period. In another time zone the same
 * period ends at another instant (charges, section 5.4).
 * @param before an invoice that is computed again: it and later ones do not count
 */
export async function readPaidPeriod(
  transaction: TenantTransaction,
  subscriptionId: string,
  { to }: Pick<UsagePeriod, 'to'>,
  before: string | null,
): Promise<PaidPeriod> {
  const paid = paidFees(transaction, [subscriptionId]);
  const rows = await (before === null ? paid : paid.where('invoice.id', '<', before))
    .select(['fee.fixed_charge_id', 'fee.units', 'fee.amount_cents'])
    .where('fee.to_datetime', '>=', new Date(to - LARGEST_MOVE))
    .where('fee.to_datetime', '<=', new Date(to + LARGEST_MOVE))
    .execute();
  return new PaidPeriod(
    rows.map((row) => ({
      fixedChargeId: row.fixed_charge_id,
      units: new Decimal(row.units),
      amountCents: row.amount_cents,
    })),
  );
}

/** The prepaid amount of an add-on, its days, and the time zone of these; instants in Unix milliseconds. */
export interface PaidAddOn {
  addOnId: string;
  amountCents: bigint;
  from: Instant;
  to: Instant;
  timezone: string;
}

/** Reads the prepaid amounts of subscriptions for periods that reach beyond an instant (Unix ms). */
export async function paidBeyond(
  transaction: TenantTransaction,
  subscriptionIds: readonly string[],
  at: Instant,
): Promise<PaidAddOn[]> {
  if (subscriptionIds.length === 0) return [];
  const rows = await paidFees(transaction, subscriptionIds)
    .select(['fee.item_id', 'fee.amount_cents', 'fee.from_datetime', 'fee.to_datetime'])
    .select(['invoice.billed_at', 'invoice.timezone'])
    .where('fee.from_datetime', '<=', new Date(at))
    .where('fee.to_datetime', '>=', new Date(at))
    .where('fee.amount_cents', '>', 0n)
    .orderBy('fee.id')
    .execute();
  return rows.map((row) => ({
    addOnId: row.item_id,
    amountCents: row.amount_cents,
    // Units that were added within a period are paid from that day on.
    from: Math.max(row.billed_at.getTime(), (row.from_datetime as Date).getTime()),
    to: (row.to_datetime as Date).getTime(),
    timezone: row.timezone,
  }));
}
