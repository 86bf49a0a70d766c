import { ChargeInPlan, PlanCreate, type RawInput } from '@tollgate/contracts';
import { isId, NotFound, type TenantTransaction } from '@tollgate/platform';
import { holdLiveMetrics, type BillableMetricRow } from '../billable-metrics/billable-metrics.repository.js';
import { cascadeCharge, cascadeChargeRemoval, cascadeNewCharge, withFilters } from '../cascade/charge-cascade.js';
import { addCharge, changeCharge } from '../charges/charge-writes.js';
import { chargesOfPlans, deleteCharges } from '../plan-repositories/charges.repository.js';
import type { Scope } from '../scope.js';
import type { PlanRow } from '../plan-repositories/plans.repository.js';
import { readField } from '../records.js';

/** The charges in a plan's body; undefined if absent. */
export const chargesIn = (plan: RawInput): RawInput[] | undefined => readField(PlanCreate, 'charges', plan);

/**
 * Looks up the metrics of submitted charges by id, before any check of the plan (catalog, section 3.1).
 * @throws NotFound `billable_metrics_not_found` if one is missing
 */
export async function metricsOfCharges(
  transaction: TenantTransaction,
  charges: RawInput[],
): Promise<Map<string, BillableMetricRow>> {
  const named = charges.map(({ billable_metric_id: id }) => id);
  const ids = named.filter((id): id is string => typeof id === 'string' && isId(id)).map((id) => id.toLowerCase());
  const metrics = new Map((await holdLiveMetrics(transaction, ids)).map((metric) => [metric.id, metric]));
  if (ids.length < named.length || ids.some((id) => !metrics.has(id))) throw new NotFound('billable_metrics');
  return metrics;
}

const metricOf = (metrics: Map<string, BillableMetricRow>, charge: RawInput): BillableMetricRow => {
  const metric = metrics.get(String(charge['billable_metric_id']).toLowerCase());
  if (!metric) throw new NotFound('billable_metrics');
  return metric;
};

/** Adds charges to a new plan, in input order; the first invalid one fails. @throws ValidationFailed, NotFound */
export async function addCharges(
  scope: Scope,
  plan: PlanRow,
  rawCharges: RawInput[],
  metrics: Map<string, BillableMetricRow>,
): Promise<void> {
  for (const charge of rawCharges) await addCharge(scope, plan.id, metricOf(metrics, charge), ChargeInPlan, charge);
}

/**
 * Replaces the charges of a plan: an entry with an id changes that one, other entries are new, and missing ones are
 * deleted last, so they reserve their codes until then (catalog, section 3.2).
 * @param copies ids of the override plans to change; null for no cascade
 * @throws ValidationFailed, NotFound
 */
export async function replaceCharges(
  scope: Scope,
  plan: PlanRow,
  attached: boolean,
  rawCharges: RawInput[],
  metrics: Map<string, BillableMetricRow>,
  copies: string[] | null,
): Promise<void> {
  const storedCharges = new Map(
    (await chargesOfPlans(scope.transaction, [plan.id])).map((charge) => [charge.id, charge]),
  );
  const dropped = new Set(storedCharges.keys());
  for (const item of rawCharges) {
    const charge = storedCharges.get(String(item['id']).toLowerCase());
    if (charge) {
      dropped.delete(charge.id);
      const change = await withFilters(scope, charge, () => changeCharge(scope, charge, attached, item));
      storedCharges.set(charge.id, change.after);
      if (copies) await cascadeCharge(scope, change, copies);
    } else {
      const added = await addCharge(scope, plan.id, metricOf(metrics, item), ChargeInPlan, item);
      if (copies) await cascadeNewCharge(scope, added, copies);
    }
  }
  if (copies) await cascadeChargeRemoval(scope, [...dropped], copies);
  await deleteCharges(scope.transaction, [...dropped], scope.now);
}
