import type { ApplicableUsageThreshold, UsageThreshold } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import type { UsageThresholdView } from '../../views.js';
import type { UsageThresholdRow } from './usage-thresholds.repository.js';

/** A usage threshold of a plan. */
export const presentThreshold = (row: UsageThresholdRow): UsageThreshold => ({
  svc_id: row.id,
  ...presentApplicableThreshold(row),
  created_at: isoSeconds(row.created_at),
  updated_at: isoSeconds(row.updated_at),
});

/** A usage threshold in force, of a plan or a subscription. */
export const presentApplicableThreshold = (
  row: Pick<UsageThresholdRow, 'threshold_display_name' | 'amount_cents' | 'recurring'>,
): ApplicableUsageThreshold => ({
  threshold_display_name: row.threshold_display_name,
  amount_cents: Number(row.amount_cents),
  recurring: row.recurring,
});

/** A usage threshold as other services see it. */
export const toThresholdView = (row: Omit<UsageThresholdRow, 'plan_id'>): UsageThresholdView => ({
  id: row.id,
  amountCents: row.amount_cents,
  displayName: row.threshold_display_name,
  recurring: row.recurring,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
