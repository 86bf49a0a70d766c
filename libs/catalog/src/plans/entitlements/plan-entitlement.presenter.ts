import type { PlanEntitlement } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import type { FeatureView, PlanEntitlementView } from '../../views.js';
import { shownValue } from './entitlement-values.js';
import { readFeatures } from './entitlements-input.js';
import { entitlementsOfPlans } from './plan-entitlements.repository.js';

/** Presents the entitlements of plans (not copies), by plan. */
export async function presentPlanEntitlements(
  transaction: TenantTransaction,
  planIds: string[],
): Promise<Map<string, PlanEntitlement[]>> {
  const entitlements = await entitlementsOfPlans(transaction, planIds);
  const featureIds = [...entitlements.values()].flat().map(({ featureId }) => featureId);
  const features = await readFeatures(transaction, [...new Set(featureIds)]);
  return new Map(
    [...entitlements].map(([planId, those]) => [
      planId,
      those.flatMap((entitlement) => {
        const feature = features.get(entitlement.featureId);
        return feature ? [presentPlanEntitlement(feature, entitlement)] : [];
      }),
    ]),
  );
}

/** Answers show only privileges with a value (catalog, section 8). */
export const presentPlanEntitlement = (
  { code, name, description, privileges }: FeatureView,
  { values }: Pick<PlanEntitlementView, 'values'>,
): PlanEntitlement => ({
  code,
  name,
  description,
  privileges: privileges.flatMap(({ id, shown }) => {
    const value = values.get(id);
    return value === undefined ? [] : [{ ...shown, value: shownValue(shown.value_type, value) }];
  }),
});
