import { readUsageThresholds, type ApplicableUsageThreshold } from '@tollgate/contracts';
import { isOwnCopy, readPlan } from '@tollgate/catalog/reader';
import { ValidationFailed, type TenantTransaction, type Instant } from '@tollgate/platform';
import type { OverridePlan } from '../../model/overrides/plan-overrides.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import { replaceThresholds } from '../../model/usage/usage-thresholds.repository.js';

interface ThresholdsInput {
  usage_thresholds?: Record<string, unknown>[] | undefined;
  plan_overrides?: Record<string, unknown> | undefined;
}

/**
 * Reads the thresholds in a request on a subscription; undefined if absent. An override plan cannot get thresholds
 * in the same request (charges, section 7.1). @throws ValidationFailed
 */
export function readThresholds({
  usage_thresholds: rawThresholds,
  plan_overrides: overrides,
}: ThresholdsInput): ApplicableUsageThreshold[] | undefined {
  if (rawThresholds === undefined) return undefined;
  if (Array.isArray(overrides?.['usage_thresholds'])) {
    throw new ValidationFailed({
      usage_thresholds: ['incompatible_params'],
      'plan_overrides.usage_thresholds': ['incompatible_params'],
    });
  }
  const read = readUsageThresholds(rawThresholds);
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.thresholds;
}

/**
 * Replaces the thresholds of a subscription, deletes those of its override plan, and publishes the change.
 */
export async function writeThresholds(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  thresholds: ApplicableUsageThreshold[] | undefined,
  overridePlan: OverridePlan,
  now: Instant,
): Promise<void> {
  if (thresholds === undefined) return;
  await replaceThresholds(transaction, row, thresholds, now);
  const plan = await readPlan(transaction, row.plan_id);
  if (isOwnCopy(plan)) await overridePlan(transaction, row.external_id, plan, { usage_thresholds: [] });
  await transaction.append('subscription.thresholds_changed', row.customer_id, { subscription_id: row.id }, now);
}
