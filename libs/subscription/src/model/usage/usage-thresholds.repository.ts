import type { Selectable } from 'kysely';
import type { ApplicableUsageThreshold } from '@tollgate/contracts';
import type { PlanView, UsageThresholdView } from '@tollgate/catalog/reader';
import { newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { tables } from '../subscription.tables.js';
import type { SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import type { UsageThresholdsTable } from './usage-thresholds.tables.js';

/** The thresholds of subscriptions, by subscription, smallest first. */
export async function thresholdsOfSubscriptions(
  transaction: TenantTransaction,
  subscriptionIds: string[],
): Promise<Map<string, UsageThresholdView[]>> {
  const thresholdsById = new Map<string, UsageThresholdView[]>();
  if (subscriptionIds.length === 0) return thresholdsById;
  const rows = await tables(transaction)
    .selectFrom('subscription.usage_thresholds')
    .selectAll()
    .where('subscription_id', 'in', subscriptionIds)
    .orderBy('amount_cents')
    .orderBy('recurring')
    .execute();
  for (const row of rows)
    thresholdsById.set(row.subscription_id, [...(thresholdsById.get(row.subscription_id) ?? []), toView(row)]);
  return thresholdsById;
}

const toView = (row: Selectable<UsageThresholdsTable>): UsageThresholdView => ({
  id: row.id,
  amountCents: row.amount_cents,
  displayName: row.threshold_display_name,
  recurring: row.recurring,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/**
 * The thresholds in force: none if switched off, else the subscription's own, else its plan's (charges, section 7.1).
 */
export function thresholdsInForce(
  row: Pick<SubscriptionRow, 'progressive_billing_disabled'>,
  ownThresholds: UsageThresholdView[] | undefined,
  plan: Pick<PlanView, 'usageThresholds'>,
): UsageThresholdView[] {
  if (row.progressive_billing_disabled) return [];
  return ownThresholds ?? plan.usageThresholds;
}

/** Replaces the thresholds of a subscription. */
export async function replaceThresholds(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  thresholds: ApplicableUsageThreshold[],
  now: Instant,
): Promise<void> {
  await tables(transaction).deleteFrom('subscription.usage_thresholds').where('subscription_id', '=', row.id).execute();
  if (thresholds.length === 0) return;
  const at = new Date(now);
  await tables(transaction)
    .insertInto('subscription.usage_thresholds')
    .values(
      thresholds.map((threshold) => ({
        id: newId(),
        organization_id: row.organization_id,
        subscription_id: row.id,
        ...threshold,
        amount_cents: BigInt(threshold.amount_cents),
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
}
