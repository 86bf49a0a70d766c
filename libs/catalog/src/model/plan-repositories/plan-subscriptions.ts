import type { TenantTransaction } from '@tollgate/platform';

/**
 * The catalog's port to the subscriptions of a plan. Subscriptions depend on plans and not the other way round,
 * so the subscription service implements this port; the process that serves the catalog binds both.
 */
export abstract class PlanSubscriptions {
  /** Whether this plan itself ever had a subscription, in any status. */
  abstract isAttached(transaction: TenantTransaction, planId: string): Promise<boolean>;
  /** The plans among these that have an active or pending subscription. */
  abstract inUse(transaction: TenantTransaction, planIds: string[]): Promise<Set<string>>;
  /** Active subscriptions and their customers, by plan id. */
  abstract counts(
    transaction: TenantTransaction,
    planIds: string[],
  ): Promise<Map<string, { customers: number; active: number }>>;
}
