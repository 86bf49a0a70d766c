import { PortalPlan, shownFields, type PlanEntitlement } from '@tollgate/contracts';
import { entitlingPlanId, presentPlanEntitlements, readPlansByCode, type PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { yearlyAmountCents } from '@tollgate/rating';
import { isUpgrade } from '../../lifecycle/plan-change.rules.js';
import type { OwnSubscription } from './own-subscription.js';

const yearly = ({ amountCents, interval }: PlanView) => yearlyAmountCents(amountCents, interval);
/** The plan of a subscription may be a copy: with prices of its own, or of a version that it keeps. */
const ownerOf = ({ id, parentId }: PlanView): string => parentId ?? id;

/** The plans that the issuer offers in place of the present one, in the currency of that (customers, section 3.5). */
export async function offeredPlans(
  transaction: TenantTransaction,
  { settings }: OwnSubscription,
  present: PlanView,
): Promise<PlanView[]> {
  const plans = await readPlansByCode(transaction, settings.offered_plan_codes);
  return plans.filter(({ id, currency }) => currency === present.currency && id !== ownerOf(present));
}

/** The present plan and the offered ones, cheapest first by their yearly amounts. */
export async function presentPortalPlans(
  transaction: TenantTransaction,
  present: PlanView,
  offered: PlanView[],
): Promise<PortalPlan[]> {
  const plans = [...offered, present].sort((one, other) => Number(yearly(one) - yearly(other)));
  const entitlements = await presentPlanEntitlements(transaction, plans.map(entitlingPlanId));
  return plans.map((plan) => presented(plan, present, entitlements.get(entitlingPlanId(plan)) ?? []));
}

function presented(plan: PlanView, present: PlanView, entitlements: PlanEntitlement[]): PortalPlan {
  const isCurrent = plan.id === present.id;
  return shownFields(PortalPlan, {
    code: plan.code,
    name: plan.name,
    invoice_display_name: plan.invoiceDisplayName,
    description: plan.description,
    interval: plan.interval,
    amount_cents: Number(plan.amountCents),
    amount_currency: plan.currency,
    pay_in_advance: plan.payInAdvance,
    trial_period: plan.trialPeriod === null ? null : Number(plan.trialPeriod),
    is_current: isCurrent,
    change: isCurrent ? null : isUpgrade(present, plan) ? 'upgrade' : 'downgrade',
    entitlements,
  });
}
