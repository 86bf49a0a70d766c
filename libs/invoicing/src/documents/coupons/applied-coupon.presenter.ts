import type { AppliedCoupon, AppliedCouponWithCredits } from '@tollgate/contracts';
import { readCoupons } from '@tollgate/catalog/reader';
import { isoSeconds, isoSecondsOrNull, type TenantTransaction, type Instant } from '@tollgate/platform';
import { centsNumber, Decimal, decimalText } from '@tollgate/rating';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { presentCredits } from '../credit-notes/credits.presenter.js';
import { creditsOfCoupons } from '../../model/credit-notes/credit-notes.repository.js';
import { usedOfCoupons, type AppliedCouponRow } from '../../model/coupons/applied-coupons.repository.js';

/** Presents applied coupons, in the same order. */
export async function presentAppliedCoupons(
  transaction: TenantTransaction,
  rows: AppliedCouponRow[],
  now: Instant,
): Promise<AppliedCoupon[]> {
  const coupons = await readCoupons(
    transaction,
    rows.map((row) => row.coupon_id),
  );
  const customers = await readExternalCustomerIds(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const used = await usedOfCoupons(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const coupon = coupons.get(row.coupon_id);
    if (!coupon) throw new Error(`applied coupon ${row.id} has no coupon`);
    return {
      svc_id: row.id,
      svc_coupon_id: coupon.id,
      coupon_code: coupon.code,
      coupon_name: coupon.name,
      coupon_description: coupon.description,
      coupon_status: coupon.endsAt && coupon.endsAt.getTime() <= now ? 'terminated' : 'active',
      coupon_deleted_at: isoSecondsOrNull(coupon.deletedAt),
      svc_customer_id: row.customer_id,
      external_customer_id: customers.get(row.customer_id) ?? '',
      status: row.status,
      amount_cents: row.amount_cents === null ? null : centsNumber(row.amount_cents),
      amount_cents_remaining: remaining(row, used.get(row.id) ?? 0n),
      amount_currency: row.amount_currency,
      percentage_rate: row.percentage_rate === null ? null : decimalText(new Decimal(row.percentage_rate)),
      frequency: row.frequency,
      frequency_duration: row.frequency_duration,
      frequency_duration_remaining: row.frequency_duration_remaining,
      expiration_at: isoSecondsOrNull(coupon.expirationAt),
      created_at: isoSeconds(row.created_at),
      terminated_at: isoSecondsOrNull(row.terminated_at),
    };
  });
}

/** Only single-use coupons of a fixed amount have a remainder. */
const remaining = (row: AppliedCouponRow, usedCents: bigint): number | null =>
  row.coupon_type === 'fixed_amount' && row.frequency === 'once' && row.amount_cents !== null
    ? centsNumber(row.amount_cents - usedCents)
    : null;

/** Presents applied coupons with their deductions, as lists show them. */
export async function presentWithCredits(
  transaction: TenantTransaction,
  rows: AppliedCouponRow[],
  now: Instant,
): Promise<AppliedCouponWithCredits[]> {
  const shown = await presentAppliedCoupons(transaction, rows, now);
  const credits = await creditsOfCoupons(
    transaction,
    rows.map(({ id }) => id),
  );
  const presented = await presentCredits(transaction, credits);
  return shown.map((coupon) => ({
    ...coupon,
    credits: presented.filter((_, position) => credits[position]?.source_id === coupon.svc_id),
  }));
}
