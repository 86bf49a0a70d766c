import type { ApplicableUsageThreshold } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import type { StoredCharge } from '../charge-writes/prepared-charges.js';
import { readStoredCharges } from '../charge-writes/stored-charges.js';
import { lookUpCharges, namedMetrics, type ChargeLookups } from '../charges/charge.lookups.js';
import type { MinimumCommitmentRow } from '../minimum-commitments/minimum-commitments.repository.js';
import { chargesOfPlans } from '../../model/plan-repositories/charges.repository.js';
import { fixedChargesOfPlans, type FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import { lockPlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { NamedTaxes } from '../../issuers/taxes/named-taxes.js';
import { readKnownTaxes } from '../../issuers/taxes/taxes.reader.js';
import { presentApplicableThreshold } from '../usage-thresholds/usage-threshold.presenter.js';
import { thresholdsOfPlans } from '../usage-thresholds/usage-thresholds.repository.js';
import { lookUpCommitment } from './plan.lookups.js';
import { taxCodesOfOverrides, type OverridesDraft } from './plan-copy.draft.js';

/** A plan to copy, with what the checks of its overrides need to know from tables. */
export interface PlanCopyLookups {
  parent: PlanRow;
  taxes: NamedTaxes;
  /** The charges of the plan, in the order of their creation. */
  parentCharges: StoredCharge[];
  charges: ChargeLookups;
  parentFixedCharges: FixedChargeRow[];
  /** The thresholds of a retained version. A copy of another plan has those of the plan without storing them. */
  retainedThresholds: ApplicableUsageThreshold[];
}

/** A copy, with what the checks of its change need to know from tables. */
export interface CopyChangeLookups {
  copy: PlanRow;
  taxes: NamedTaxes;
  charges: ChargeLookups;
  fixedChargeRows: FixedChargeRow[];
  commitment: MinimumCommitmentRow | null;
}

/** Looks up all that the copy of a plan and the checks of its overrides need, in a constant number of statements. */
export async function lookUpPlanCopy(
  transaction: TenantTransaction,
  parent: PlanRow,
  draft: OverridesDraft,
): Promise<PlanCopyLookups> {
  const taxes = await readKnownTaxes(transaction, taxCodesOfOverrides(draft));
  const stored = await readStoredCharges(transaction, await chargesOfPlans(transaction, [parent.id]));
  const pairs = draft.charges.flatMap(({ id, changed }) => {
    const charge = stored.get(id)?.row;
    return charge ? [{ draft: changed, charge }] : [];
  });
  return {
    parent,
    taxes,
    parentCharges: [...stored.values()],
    charges: await lookUpCharges(transaction, pairs, true, { taxes, stored }),
    parentFixedCharges: await fixedChargesOfPlans(transaction, [parent.id]),
    retainedThresholds: parent.retained_version === null ? [] : await thresholdsIn(transaction, parent.id),
  };
}

const thresholdsIn = async (transaction: TenantTransaction, planId: string): Promise<ApplicableUsageThreshold[]> =>
  ((await thresholdsOfPlans(transaction, [planId])).get(planId) ?? []).map(presentApplicableThreshold);

/** Locks a copy, and looks up all that the checks of its change need, in a constant number of statements. */
export async function lookUpCopyChange(
  transaction: TenantTransaction,
  copy: PlanRow,
  draft: OverridesDraft,
): Promise<CopyChangeLookups> {
  const metrics = await namedMetrics(
    transaction,
    (await namedPairs(transaction, copy.id, draft)).map(({ charge }) => charge.billable_metric_id),
  );
  await lockPlan(transaction, copy.id);
  const taxes = await readKnownTaxes(transaction, taxCodesOfOverrides(draft));
  const pairs = await namedPairs(transaction, copy.id, draft);
  return {
    copy,
    taxes,
    charges: await lookUpCharges(transaction, pairs, true, { metrics, taxes }),
    fixedChargeRows: await fixedChargesOfPlans(transaction, [copy.id]),
    commitment: await lookUpCommitment(transaction, copy.id, draft.commitment),
  };
}

/** The charges of a copy that overrides name, each with its draft. */
async function namedPairs(transaction: TenantTransaction, copyId: string, draft: OverridesDraft) {
  if (draft.charges.length === 0) return [];
  const rows = new Map((await chargesOfPlans(transaction, [copyId])).map((row) => [row.id, row]));
  return draft.charges.flatMap(({ id, changed }) => {
    const charge = rows.get(id);
    return charge ? [{ draft: changed, charge }] : [];
  });
}
