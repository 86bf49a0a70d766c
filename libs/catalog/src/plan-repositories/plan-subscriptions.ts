import type { TenantTransaction } from '@tollgate/platform';

/**
 * What the catalog has to know of the subscriptions to a plan. Subscriptions know plans and not the other way round,
 * so the subscription service provides this; the process that serves the catalog brings both together.
 */
export abstract class PlanSubscriptions {
  /** Whether any subscription, in whatever status, was ever made to this very plan. */
  abstract isAttached(transaction: TenantTransaction, planId: string): Promise<boolean>;
  /** Those of these plans that have an active or pending subscription. */
  abstract inUse(transaction: TenantTransaction, planIds: string[]): Promise<Set<string>>;
  /** Active subscriptions and their customers, by plan id. */
  abstract counts(
    transaction: TenantTransaction,
    planIds: string[],
  ): Promise<Map<string, { customers: number; active: number }>>;
}
