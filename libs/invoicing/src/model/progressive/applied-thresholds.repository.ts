import type { Selectable } from 'kysely';
import type { AppliedUsageThreshold, UsageThreshold } from '@tollgate/contracts';
import type { UsageThresholdView } from '@tollgate/catalog/reader';
import { insertRows, isoSeconds, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { sameSubscriptionIds } from '@tollgate/subscription/reader';
import { tables } from '../invoicing.tables.js';
import type { AppliedUsageThresholdsTable } from './progressive-billing.tables.js';
import { centsNumber } from '@tollgate/rating';

export type AppliedThresholdRow = Selectable<AppliedUsageThresholdsTable>;

interface PassedThresholds {
  organizationId: string;
  invoiceId: string;
  subscriptionId: string;
  thresholds: UsageThresholdView[];
  lifetimeUsageCents: bigint;
  /** Unix milliseconds. */
  now: Instant;
}

/** Stores the thresholds that led to an invoice. @returns their ids */
export async function insertAppliedThresholds(
  transaction: TenantTransaction,
  passed: PassedThresholds,
): Promise<string[]> {
  const rows = passed.thresholds.map((threshold, position) => ({
    id: newId(),
    organization_id: passed.organizationId,
    invoice_id: passed.invoiceId,
    subscription_id: passed.subscriptionId,
    usage_threshold_id: threshold.id,
    threshold_display_name: threshold.displayName,
    amount_cents: threshold.amountCents,
    recurring: threshold.recurring,
    threshold_created_at: threshold.createdAt,
    threshold_updated_at: threshold.updatedAt,
    lifetime_usage_amount_cents: passed.lifetimeUsageCents,
    position,
    created_at: new Date(passed.now),
  }));
  await insertRows(transaction, 'invoicing.applied_usage_thresholds', rows);
  return rows.map(({ id }) => id);
}

/** The thresholds that led to invoices. */
export async function appliedThresholdsOf(
  transaction: TenantTransaction,
  invoiceIds: string[],
): Promise<AppliedThresholdRow[]> {
  if (invoiceIds.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.applied_usage_thresholds')
    .selectAll()
    .where('invoice_id', 'in', invoiceIds)
    .orderBy('position')
    .execute();
}

/** The passed thresholds of a subscription and of its predecessors, earliest first. */
export async function passedThresholdsOf(
  transaction: TenantTransaction,
  subscriptionId: string,
): Promise<AppliedThresholdRow[]> {
  const ids = await sameSubscriptionIds(transaction, subscriptionId);
  if (ids.length === 0) return [];
  return tables(transaction)
    .selectFrom('invoicing.applied_usage_thresholds')
    .selectAll()
    .where('subscription_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The passed threshold, as webhooks show it. */
export async function readPassedThreshold(transaction: TenantTransaction, id: string): Promise<UsageThreshold> {
  const row = await tables(transaction)
    .selectFrom('invoicing.applied_usage_thresholds')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return presentThreshold(row);
}

/** A threshold on its invoice. */
export const presentAppliedThreshold = (row: AppliedThresholdRow): AppliedUsageThreshold => ({
  lifetime_usage_amount_cents: centsNumber(row.lifetime_usage_amount_cents),
  created_at: isoSeconds(row.created_at),
  usage_threshold: presentThreshold(row),
});

const presentThreshold = (row: AppliedThresholdRow): UsageThreshold => ({
  svc_id: row.usage_threshold_id,
  threshold_display_name: row.threshold_display_name,
  amount_cents: centsNumber(row.amount_cents),
  recurring: row.recurring,
  created_at: isoSeconds(row.threshold_created_at),
  updated_at: isoSeconds(row.threshold_updated_at),
});
