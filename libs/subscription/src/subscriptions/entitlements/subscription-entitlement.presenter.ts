import type { SubscriptionEntitlement } from '@tollgate/contracts';
import {
  entitlementsOfPlans,
  entitlingPlanId,
  readFeatures,
  readPlan,
  shownValue,
  type FeatureView,
  type PlanEntitlementView,
} from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { ownEntitlementsOf, type OwnEntitlementRow } from '../../model/entitlements/entitlements.repository.js';
import type { SubscriptionRow } from '../../model/subscriptions/subscriptions.repository.js';
import { isEntitled, valueOf, type OwnEntitlement, type PlanValues } from './own-entitlement.js';

/** The entitlements of a subscription's plan, or of the parent of its override, by feature id. */
export async function planEntitlementsOf(
  transaction: TenantTransaction,
  { plan_id: id }: SubscriptionRow,
): Promise<Map<string, PlanEntitlementView>> {
  const planId = entitlingPlanId(await readPlan(transaction, id));
  const entitlements = (await entitlementsOfPlans(transaction, [planId])).get(planId) ?? [];
  return new Map(entitlements.map((entitlement) => [entitlement.featureId, entitlement]));
}

/**
 * The entitlements of a subscription, by the age of the plan's entitlement, else of its own (customers, section 6.3).
 */
export async function presentEntitlements(
  transaction: TenantTransaction,
  row: SubscriptionRow,
): Promise<SubscriptionEntitlement[]> {
  const plan = await planEntitlementsOf(transaction, row);
  const own = await ownEntitlementsOf(transaction, row.id);
  const featureIds = [...new Set([...plan.keys(), ...own.keys()])];
  const features = await readFeatures(transaction, featureIds);
  const entitled = featureIds
    .filter((id) => isEntitled(own.get(id), plan.get(id)?.values))
    .map((id) => ({ feature: features.get(id), plan: plan.get(id), own: own.get(id) }));
  return entitled
    .sort((one, other) => byAge(one.plan ?? one.own, other.plan ?? other.own))
    .flatMap(({ feature, plan: planEntitlement, own: owned }) =>
      feature ? [present(feature, owned, planEntitlement?.values)] : [],
    );
}

type Aged = Pick<OwnEntitlementRow, 'id' | 'createdAt'>;

function byAge(one: Aged | undefined, other: Aged | undefined): number {
  if (!one || !other) return 0;
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
}

function present(
  feature: FeatureView,
  own: OwnEntitlement | undefined,
  plan: PlanValues | undefined,
): SubscriptionEntitlement {
  const privileges = feature.privileges.flatMap(({ id, shown }) => {
    const value = valueOf(own, plan, id);
    if (value === undefined) return [];
    const show = (storedValue: string | null | undefined) =>
      storedValue == null ? null : shownValue(shown.value_type, storedValue);
    return [
      {
        ...shown,
        value: shownValue(shown.value_type, value),
        plan_value: show(plan?.get(id)),
        override_value: show(own?.values.get(id)),
      },
    ];
  });
  return {
    code: feature.code,
    name: feature.name,
    description: feature.description,
    privileges,
    overrides: Object.fromEntries(
      privileges.flatMap(({ code, override_value: value }) => (value === null ? [] : [[code, value]])),
    ),
  };
}
