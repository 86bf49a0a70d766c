import type { TenantTransaction } from '@tollgate/platform';
import type { AddOnRow } from '../../products/add-ons/add-ons.repository.js';
import { pairWithStored } from '../charges/charge-list.checks.js';
import {
  lookUpCharges,
  metricIdsOf,
  namedMetrics,
  type ChargeLookups,
  type NamedLock,
  type NamedMetrics,
} from '../charges/charge.lookups.js';
import { namedAddOns } from '../fixed-charges/fixed-charge.lookups.js';
import type { CommitmentDraft } from '../minimum-commitments/commitment.draft.js';
import { commitmentOf, type MinimumCommitmentRow } from '../minimum-commitments/minimum-commitments.repository.js';
import { chargesOfPlans, type ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { fixedChargesOfPlans, type FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import type { PlanSubscriptions } from '../../model/plan-repositories/plan-subscriptions.js';
import { isAttached } from '../../model/plan-repositories/retained-versions.repository.js';
import { findPlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { NamedTaxes } from '../../issuers/taxes/named-taxes.js';
import { readKnownTaxes } from '../../issuers/taxes/taxes.reader.js';
import { taxCodesIn, type NewPlanDraft, type PlanChangeDraft, type PlanPartsDraft } from './plan.draft.js';

/** The stored data that the checks of a plan's body need. */
export interface PlanLookups {
  addOns: AddOnRow[];
  /** The metrics that charges of the body name. */
  metrics: NamedMetrics;
  /** Whether another plan has the submitted code. */
  isCodeTaken: boolean;
  taxes: NamedTaxes;
  charges: ChargeLookups;
}

/** The same for a change, with the plan as it is. A part that the body leaves alone is empty. */
export interface PlanChangeLookups extends PlanLookups {
  plan: PlanRow;
  /** Whether the plan has, or ever had, a subscription. */
  attached: boolean;
  chargeRows: ChargeRow[];
  fixedChargeRows: FixedChargeRow[];
  commitment: MinimumCommitmentRow | null;
}

/**
 * Looks up all that the checks of a new plan need, in a constant number of statements.
 * @param lock whether the records that it names are locked until it is written
 */
export async function lookUpNewPlan(
  transaction: TenantTransaction,
  draft: NewPlanDraft,
  lock: NamedLock = 'share',
): Promise<PlanLookups> {
  const { addOns, metrics } = await lookUpNamed(transaction, draft, lock);
  const isCodeTaken = await isTaken(transaction, draft.fields.input.code);
  const taxes = await readKnownTaxes(transaction, taxCodesIn(draft));
  const charges = await lookUpCharges(transaction, pairWithStored(draft.charges ?? [], []), false, {
    lock,
    metrics,
    taxes,
  });
  return { addOns, metrics, isCodeTaken, taxes, charges };
}

/**
 * Looks up all that the checks of a change need, in a constant number of statements.
 * @param plan locked by the caller
 */
export async function lookUpPlanChange(
  transaction: TenantTransaction,
  plan: PlanRow,
  draft: PlanChangeDraft,
  subscriptions: PlanSubscriptions,
): Promise<PlanChangeLookups> {
  const { addOns, metrics } = await lookUpNamed(transaction, draft, 'share');
  const attached = await isAttached(transaction, subscriptions, plan.id);
  const { code } = draft.fields.input;
  const isCodeTaken = !attached && code !== plan.code && (await isTaken(transaction, code));
  const taxes = await readKnownTaxes(transaction, taxCodesIn(draft));
  const chargeRows = draft.charges ? await chargesOfPlans(transaction, [plan.id]) : [];
  const pairs = pairWithStored(draft.charges ?? [], chargeRows);
  const charges = await lookUpCharges(transaction, pairs, attached, { metrics, taxes });
  const fixedChargeRows = draft.fixedCharges ? await fixedChargesOfPlans(transaction, [plan.id]) : [];
  const commitment = await lookUpCommitment(transaction, plan.id, draft.commitment);
  return { plan, attached, addOns, metrics, isCodeTaken, taxes, chargeRows, charges, fixedChargeRows, commitment };
}

/** The stored commitment that a body changes; null if it changes none. */
export const lookUpCommitment = async (
  transaction: TenantTransaction,
  planId: string,
  draft: CommitmentDraft | undefined,
): Promise<MinimumCommitmentRow | null> => (draft && !draft.isEmpty ? commitmentOf(transaction, planId) : null);

/** The add-ons and the metrics that a body names. */
async function lookUpNamed(transaction: TenantTransaction, { charges, fixedCharges }: PlanPartsDraft, lock: NamedLock) {
  const addOns = await namedAddOns(
    transaction,
    (fixedCharges ?? []).map(({ added }) => added.addOn),
    lock,
  );
  const metricIds = metricIdsOf((charges ?? []).map(({ added }) => added.metricId));
  const metrics = await namedMetrics(transaction, metricIds, lock);
  return { addOns, metrics };
}

const isTaken = async (transaction: TenantTransaction, code: string | undefined): Promise<boolean> =>
  code !== undefined && (await findPlan(transaction, code)) !== undefined;
