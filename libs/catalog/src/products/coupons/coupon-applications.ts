import type { TenantTransaction } from '@tollgate/platform';

/**
 * The catalog's port to coupons of customers. Invoicing depends on coupons and not the other way round, so it
 * implements this port; the process that serves the catalog binds both.
 */
export abstract class CouponApplications {
  /** Whether any customer has, or ever had, this coupon. */
  abstract isApplied(transaction: TenantTransaction, couponId: string): Promise<boolean>;
}
