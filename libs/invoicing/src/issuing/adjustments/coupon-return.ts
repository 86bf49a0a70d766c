import { readCoupons, type CouponView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import {
  appliedCouponsOf,
  lockCouponsOf,
  type AppliedCouponRow,
} from '../../model/coupons/applied-coupons.repository.js';
import { creditsOfInvoices } from '../../model/credit-notes/credit-notes.repository.js';
import { tables } from '../../model/invoicing.tables.js';
import type { VoidedInvoice } from './adjustment.js';

/**
 * Returns the coupons of a voided invoice (invoices, section 5.4). A recurring one regains its period, and an ended one
 * is active again. The status of the using invoices determines the rest of a fixed coupon for one use.
 */
export async function returnCoupons(
  transaction: TenantTransaction,
  { id, customerId, now }: VoidedInvoice,
): Promise<void> {
  const credits = (await creditsOfInvoices(transaction, [id])).filter(({ kind }) => kind === 'coupon');
  if (credits.length === 0) return;
  await lockCouponsOf(transaction, customerId);
  const used = new Set(credits.map((credit) => credit.source_id));
  const applied = (await appliedCouponsOf(transaction, customerId)).filter((row) => used.has(row.id));
  const coupons = await readCoupons(
    transaction,
    applied.map((row) => row.coupon_id),
  );
  for (const row of applied) {
    const revived =
      row.status === 'terminated' && row.frequency !== 'forever' && lives(coupons.get(row.coupon_id), now);
    await tables(transaction)
      .updateTable('invoicing.applied_coupons')
      .set({
        ...(row.frequency === 'recurring' ? { frequency_duration_remaining: withPeriod(row) } : {}),
        ...(revived ? { status: 'active' as const, terminated_at: null } : {}),
        updated_at: new Date(now),
      })
      .where('id', '=', row.id)
      .execute();
  }
}

const lives = (coupon: CouponView | undefined, now: Instant): boolean =>
  coupon !== undefined && coupon.deletedAt === null && (coupon.endsAt === null || coupon.endsAt.getTime() > now);

/** At most the original number of periods. */
const withPeriod = ({ frequency_duration: all, frequency_duration_remaining: left }: AppliedCouponRow): number =>
  Math.min((left ?? 0) + 1, all ?? (left ?? 0) + 1);
