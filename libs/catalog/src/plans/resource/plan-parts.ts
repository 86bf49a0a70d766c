import { groupBy, type TenantTransaction } from '@tollgate/platform';
import { readChargeParts, type ChargeParts } from '../charges/charge-parts.js';
import { commitmentsOfPlans, type CommitmentParts } from '../minimum-commitments/minimum-commitments.repository.js';
import { chargesOfPlans } from '../../model/plan-repositories/charges.repository.js';
import { readFixedChargeParts, type FixedChargeParts } from '../fixed-charges/fixed-charge-parts.js';
import { fixedChargesOfPlans } from '../../model/plan-repositories/fixed-charges.repository.js';
import { taxesOfPlans } from '../../issuers/taxes/applied-taxes.js';
import type { TaxRow } from '../../issuers/taxes/taxes.repository.js';
import { thresholdsOfPlans, type UsageThresholdRow } from '../usage-thresholds/usage-thresholds.repository.js';
import type { PlanRow } from '../../model/plan-repositories/plans.repository.js';

/** A plan with everything that its answers and views show. */
export interface PlanParts {
  plan: PlanRow;
  charges: ChargeParts[];
  fixedCharges: FixedChargeParts[];
  taxes: TaxRow[];
  commitment: CommitmentParts | null;
  thresholds: UsageThresholdRow[];
  /** Its own thresholds, else those of its parent plan. A retained version has its own alone. */
  applicableThresholds: UsageThresholdRow[];
}

/** Loads the parts of plans in a constant number of queries. */
export async function readPlanParts(transaction: TenantTransaction, plans: PlanRow[]): Promise<PlanParts[]> {
  const ids = plans.map(({ id }) => id);
  const charges = await readChargeParts(transaction, await chargesOfPlans(transaction, ids));
  const fixedCharges = await readFixedChargeParts(transaction, await fixedChargesOfPlans(transaction, ids));
  const taxes = await taxesOfPlans(transaction, ids);
  const commitments = await commitmentsOfPlans(transaction, ids);
  const thresholds = await thresholdsOfPlans(transaction, [...ids, ...plans.flatMap((plan) => plan.parent_id ?? [])]);
  const byPlan = groupBy(charges, ({ charge }) => charge.plan_id);
  const fixedByPlan = groupBy(fixedCharges, ({ charge }) => charge.plan_id);
  return plans.map((plan) => {
    const ownThresholds = thresholds.get(plan.id) ?? [];
    return {
      plan,
      charges: byPlan.get(plan.id) ?? [],
      fixedCharges: fixedByPlan.get(plan.id) ?? [],
      taxes: taxes.get(plan.id) ?? [],
      commitment: commitments.get(plan.id) ?? null,
      thresholds: ownThresholds,
      applicableThresholds:
        ownThresholds.length > 0 || plan.retained_version !== null
          ? ownThresholds
          : (thresholds.get(plan.parent_id ?? '') ?? []),
    };
  });
}
