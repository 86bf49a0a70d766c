import type { TenantTransaction } from '@tollgate/platform';

/**
 * What the catalog has to know of coupons on customers. Invoicing knows coupons and not the other way round, so it
 * provides this; the process that serves the catalog brings both together.
 */
export abstract class CouponApplications {
  /** Whether any customer has, or ever had, this coupon. */
  abstract isApplied(transaction: TenantTransaction, couponId: string): Promise<boolean>;
}
