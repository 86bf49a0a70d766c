import type { Plan, PlanEntitlement } from '@tollgate/contracts';
import { isoSeconds, sumOf, type TenantTransaction } from '@tollgate/platform';
import { presentCharge, toChargeView } from '../charges/charge.presenter.js';
import { presentPlanEntitlements } from '../entitlements/plan-entitlement.presenter.js';
import { presentFixedCharge, toFixedChargeView } from '../fixed-charges/fixed-charge.presenter.js';
import { presentCommitment, toCommitmentView } from '../minimum-commitments/minimum-commitment.presenter.js';
import { presentTax } from '../../issuers/taxes/tax.presenter.js';
import { toTaxView } from '../../issuers/taxes/taxes.reader.js';
import { taxApplications, type TaxApplication } from '../../issuers/taxes/taxes.repository.js';
import {
  presentApplicableThreshold,
  presentThreshold,
  toThresholdView,
} from '../usage-thresholds/usage-threshold.presenter.js';
import { entitlingPlanId, type PlanView } from '../../views.js';
import { readPlanParts, type PlanParts } from './plan-parts.js';
import type { PlanSubscriptions } from '../../model/plan-repositories/plan-subscriptions.js';
import { retainedIdsOf, type RetainedPart } from '../../model/plan-repositories/retained-versions.repository.js';
import type { PlanRow } from '../../model/plan-repositories/plans.repository.js';

/** Counts the subscribers of a plan. */
interface PlanCounts {
  customers: number;
  active: number;
}

/** Plans as in their own answers. Without `subscriptions` the counts are zero. */
export async function presentPlans(
  transaction: TenantTransaction,
  plans: PlanRow[],
  subscriptions: PlanSubscriptions | null,
): Promise<Plan[]> {
  const parts = await readPlanParts(transaction, plans);
  const taxIds = parts.flatMap(({ taxes, charges, fixedCharges, commitment }) =>
    [taxes, commitment?.taxes ?? [], ...[...charges, ...fixedCharges].map((charge) => charge.taxes)]
      .flat()
      .map(({ id }) => id),
  );
  const applications = await taxApplications(transaction, [...new Set(taxIds)]);
  const entitlements = await presentPlanEntitlements(transaction, [...new Set(plans.map(entitlingRowId))]);
  const counts = subscriptions && (await countSubscribers(transaction, plans, subscriptions));
  return parts.map((part) =>
    presentPlan(part, applications, entitlements, counts?.get(part.plan.id) ?? { customers: 0, active: 0 }),
  );
}

/** Counts the subscribers of plans and of the versions that they retain. @returns by plan */
async function countSubscribers(
  transaction: TenantTransaction,
  plans: PlanRow[],
  subscriptions: PlanSubscriptions,
): Promise<Map<string, PlanCounts>> {
  const ids = plans.map(({ id }) => id);
  const retained = await retainedIdsOf(transaction, ids);
  const counts = await subscriptions.counts(transaction, [...ids, ...[...retained.values()].flat()]);
  return new Map(
    ids.map((id) => {
      const found = [id, ...(retained.get(id) ?? [])].flatMap((each) => counts.get(each) ?? []);
      return [
        id,
        { customers: sumOf(found.map((each) => each.customers)), active: sumOf(found.map((each) => each.active)) },
      ];
    }),
  );
}

/** An override plan has the entitlements of its parent (customers, section 4.7), a retained version its own. */
const entitlingRowId = ({ id, parent_id: parentId, retained_version: retainedVersion }: PlanRow): string =>
  entitlingPlanId({ id, parentId, retainedVersion });

function presentPlan(
  parts: PlanParts,
  applications: TaxApplication[],
  entitlements: Map<string, PlanEntitlement[]>,
  counts: PlanCounts,
): Plan {
  const { plan, charges, fixedCharges, taxes, commitment, thresholds, applicableThresholds } = parts;
  return {
    svc_id: plan.id,
    name: plan.name,
    invoice_display_name: plan.invoice_display_name,
    invoice_display_name_translations: plan.invoice_display_name_translations,
    created_at: isoSeconds(plan.created_at),
    code: plan.code,
    interval: plan.interval,
    description: plan.description,
    amount_cents: Number(plan.amount_cents),
    amount_currency: plan.amount_currency,
    trial_period: plan.trial_period === null ? null : Number(plan.trial_period),
    pay_in_advance: plan.pay_in_advance,
    bill_charges_monthly: plan.bill_charges_monthly,
    bill_fixed_charges_monthly: plan.bill_fixed_charges_monthly,
    parent_id: plan.parent_id,
    retained_version: plan.retained_version,
    pending_deletion: plan.pending_deletion,
    customers_count: counts.customers,
    active_subscriptions_count: counts.active,
    draft_invoices_count: 0,
    charges: charges.map((charge) => presentCharge(charge, applications)),
    fixed_charges: fixedCharges.map((charge) => presentFixedCharge(charge, applications)),
    entitlements: entitlements.get(entitlingRowId(plan)) ?? [],
    ...(plan.metadata ? { metadata: plan.metadata } : {}),
    ...(commitment ? { minimum_commitment: presentCommitment(commitment, plan, applications) } : {}),
    usage_thresholds: thresholds.map(presentThreshold),
    applicable_usage_thresholds: applicableThresholds.map(presentApplicableThreshold),
    taxes: taxes.map((tax) => presentTax(tax, applications)),
  };
}

/** A plan as other services see it. @param retained the parts of retained versions, by the part that they copy */
export const toPlanView = (
  { plan, charges, fixedCharges, taxes, commitment, applicableThresholds }: PlanParts,
  retained: ReadonlyMap<string, RetainedPart[]>,
): PlanView => ({
  id: plan.id,
  parentId: plan.parent_id,
  retainedVersion: plan.retained_version,
  deleted: plan.pending_deletion || plan.deleted_at !== null,
  code: plan.code,
  name: plan.name,
  description: plan.description,
  invoiceDisplayName: plan.invoice_display_name,
  interval: plan.interval,
  amountCents: plan.amount_cents,
  currency: plan.amount_currency,
  payInAdvance: plan.pay_in_advance,
  trialPeriod: plan.trial_period,
  billChargesMonthly: plan.bill_charges_monthly ?? false,
  billFixedChargesMonthly: plan.bill_fixed_charges_monthly ?? false,
  taxes: taxes.map(toTaxView),
  minimumCommitment: commitment && toCommitmentView(commitment),
  usageThresholds: applicableThresholds.map(toThresholdView),
  charges: charges.map((charge) => toChargeView(charge, retained)),
  fixedCharges: fixedCharges.map((charge) => toFixedChargeView(charge, retained)),
});
