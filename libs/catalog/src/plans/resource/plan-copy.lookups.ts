import type { TenantTransaction } from '@tollgate/platform';
import type { StoredCharge } from '../charge-writes/prepared-charges.js';
import { readStoredCharges } from '../charge-writes/stored-charges.js';
import { pairWithStored } from '../charges/charge-list.checks.js';
import {
  holdMetrics,
  lookUpCharges,
  metricIdsOf,
  type ChargeLookups,
  type NamedMetrics,
} from '../charges/charge.lookups.js';
import type { MinimumCommitmentRow } from '../minimum-commitments/minimum-commitments.repository.js';
import { chargesOfPlans, type ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { fixedChargesOfPlans, type FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import { lockPlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { NamedTaxes } from '../../issuers/taxes/named-taxes.js';
import { readKnownTaxes } from '../../issuers/taxes/taxes.reader.js';
import { lookUpCommitment } from './plan.lookups.js';
import { taxCodesOfOverrides, type CopyChangeDraft, type PlanCopyDraft } from './plan-copy.draft.js';

/** A plan to copy, with what the checks of its overrides need to know from tables. */
export interface PlanCopyLookups {
  parent: PlanRow;
  taxes: NamedTaxes;
  /** The charges of the plan, in the order of their creation. */
  parentCharges: StoredCharge[];
  charges: ChargeLookups;
  parentFixedCharges: FixedChargeRow[];
}

/** A copy, with what the checks of its change need to know from tables. */
export interface CopyChangeLookups {
  copy: PlanRow;
  metrics: NamedMetrics;
  taxes: NamedTaxes;
  chargeRows: ChargeRow[];
  charges: ChargeLookups;
  fixedChargeRows: FixedChargeRow[];
  commitment: MinimumCommitmentRow | null;
}

/** Looks up all that the copy of a plan and the checks of its overrides need, in a constant number of statements. */
export async function lookUpPlanCopy(
  transaction: TenantTransaction,
  parent: PlanRow,
  draft: PlanCopyDraft,
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
  };
}

/** Locks a copy, and looks up all that the checks of its change need, in a constant number of statements. */
export async function lookUpCopyChange(
  transaction: TenantTransaction,
  copy: PlanRow,
  draft: CopyChangeDraft,
): Promise<CopyChangeLookups> {
  const submittedMetrics = (draft.charges ?? []).map(({ added }) => added.metricId);
  const metrics = await holdMetrics(transaction, metricIdsOf(submittedMetrics));
  await lockPlan(transaction, copy.id);
  const taxes = await readKnownTaxes(transaction, taxCodesOfOverrides(draft));
  const chargeRows = draft.charges ? await chargesOfPlans(transaction, [copy.id]) : [];
  const pairs = pairWithStored(draft.charges ?? [], chargeRows);
  return {
    copy,
    metrics,
    taxes,
    chargeRows,
    charges: await lookUpCharges(transaction, pairs, true, { metrics, taxes }),
    fixedChargeRows: await fixedChargesOfPlans(transaction, [copy.id]),
    commitment: await lookUpCommitment(transaction, copy.id, draft.commitment),
  };
}
