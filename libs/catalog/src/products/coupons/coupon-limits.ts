import { CouponLimits } from '@tollgate/contracts';
import { NotAllowed, NotFound, type TenantTransaction, readRawInput } from '@tollgate/platform';
import { findMetricByCode } from '../billable-metrics/billable-metrics.repository.js';
import { findPlan } from '../../model/plan-repositories/plans.repository.js';

/** The plans or metrics that limit a coupon; undefined if the body has none of that kind. */
export interface CouponLimitIds {
  planIds: string[] | undefined;
  metricIds: string[] | undefined;
}

/**
 * Reads `applies_to`: plans and metrics together are rejected.
 * @throws NotAllowed `only_one_limitation_type_per_coupon_allowed`, NotFound `plans_not_found`, `billable_metrics_not_found`
 */
export async function readLimits(transaction: TenantTransaction, raw: unknown): Promise<CouponLimitIds> {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw))
    return { planIds: undefined, metricIds: undefined };
  const { plan_codes: planCodes, billable_metric_codes: metricCodes } = readRawInput(
    CouponLimits,
    raw as Record<string, unknown>,
  );
  if (planCodes?.length && metricCodes?.length) throw new NotAllowed('only_one_limitation_type_per_coupon_allowed');
  return {
    planIds: await idsOf(planCodes, (code) => findPlan(transaction, code), 'plans'),
    metricIds: await idsOf(metricCodes, (code) => findMetricByCode(transaction, code), 'billable_metrics'),
  };
}

async function idsOf(
  codes: string[] | undefined,
  find: (code: string) => Promise<{ id: string } | undefined>,
  kind: string,
): Promise<string[] | undefined> {
  if (codes === undefined) return undefined;
  const ids: string[] = [];
  for (const code of new Set(codes)) {
    const target = await find(code);
    if (!target) throw new NotFound(kind);
    ids.push(target.id);
  }
  return ids;
}
