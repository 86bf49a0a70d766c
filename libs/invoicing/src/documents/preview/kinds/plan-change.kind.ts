import { isBlank } from '@tollgate/contracts';
import { findPlanByCode, type PlanView } from '@tollgate/catalog/reader';
import { NotFound, ValidationFailed, type Instant } from '@tollgate/platform';
import {
  endOfLocalDay,
  inTrial,
  planChange,
  planPeriodEnd,
  SECOND,
  unbilledInstant,
  yearlyAmountCents,
} from '@tollgate/rating';
import type { PlannedInvoice, PreviewedSubscription, PreviewKind, StoredSubscription, Successor } from '../preview.js';
import { endedAt, successorOf } from '../previewed-subscription.js';
import { agreedEndOf } from './termination.kind.js';

const yearly = (plan: PlanView) => yearlyAmountCents(plan.amountCents, plan.interval);

/** Previews the invoice of a plan change: an upgrade now, a downgrade at the end of the period. */
export const planChangeKind: PreviewKind = {
  isRequested: ({ stored, change }) => stored.length > 0 && !isBlank(change.plan_code),
  async plan(transaction, { stored, customer, now, change }) {
    const [only, ...others] = stored;
    if (!only || others.length > 0)
      throw new ValidationFailed({ subscriptions: ['only_one_subscription_allowed_for_plan_change'] });
    const plan = await findPlanByCode(transaction, change.plan_code ?? '');
    if (!plan) throw new NotFound('plan');
    const { plan: present } = only.view;
    if (plan.id === present.id || plan.id === present.parentId)
      throw new ValidationFailed({ base: ['new_plan_should_be_different_from_existing_plan'] });
    return planChange(yearly(present), yearly(plan)) === 'upgrade'
      ? upgradeOf(only, plan, now, customer.timezone)
      : (agreedEndBeforeDowngrade(only, now, customer.timezone) ?? downgradeOf(only, { plan }, now, customer.timezone));
  },
};

/** The invoice of a subscription that ends before a downgrade, which then never comes; null for any other. */
const agreedEndBeforeDowngrade = (stored: StoredSubscription, now: Instant, timezone: string): PlannedInvoice | null =>
  agreedEndOf(stored, runningPeriodEnd(stored.view, now, timezone), now, timezone);

/** The last instant of the running or first period of a plan (Unix ms). */
const runningPeriodEnd = (view: StoredSubscription['view'], now: Instant, timezone: string): Instant =>
  planPeriodEnd(view.agreement, runningInstant(view, now, timezone), timezone);

/** An instant in the running or first period: the present one, unless its period is billed already (Unix ms). */
export const runningInstant = (
  { agreement, nextBillingAt }: StoredSubscription['view'],
  now: Instant,
  timezone: string,
): Instant => unbilledInstant(agreement, Math.max(now, agreement.startedAt), timezone, nextBillingAt);

function upgradeOf({ view, resource }: StoredSubscription, plan: PlanView, now: Instant, timezone: string) {
  const change = 'upgrade' as const;
  const subscription = endedAt(view, now, { plan, change });
  const next = successorOf(view, { plan }, { change, at: now });
  return {
    at: Math.min(now + SECOND, endOfLocalDay(now, timezone)),
    periodic: false,
    subscriptions: [
      { subscription, reason: 'subscription_terminating' as const, resource },
      ...(isBilledAtOnce(next) ? [next] : []),
    ],
    ...(view.plan.payInAdvance ? { ended: { subscription, upgrade: true } } : {}),
  };
}

/** Whether a new plan is on the invoice of an upgrade (subscriptions, section 7, point 4). */
const isBilledAtOnce = ({ subscription: { plan, agreement, trial } }: PreviewedSubscription): boolean =>
  hasFixedChargesInAdvance(plan) || (plan.payInAdvance && !inTrial(trial, agreement.startedAt));

const hasFixedChargesInAdvance = ({ fixedCharges }: PlanView): boolean =>
  fixedCharges.some(({ payInAdvance }) => payInAdvance);

/**
 * A downgrade at the end of the running period (Unix ms). The invoice includes the next plan's charges in advance, even
 * in a trial (subscriptions, section 8.2).
 */
export function downgradeOf(
  { view, resource }: StoredSubscription,
  successor: Successor,
  now: Instant,
  timezone: string,
): PlannedInvoice {
  const change = 'downgrade' as const;
  const { plan } = successor;
  const at = runningPeriodEnd(view, now, timezone) + 1;
  return {
    at,
    periodic: true,
    subscriptions: [
      { subscription: endedAt(view, at, { plan, change }), reason: 'subscription_terminating', resource },
      ...(plan.payInAdvance || hasFixedChargesInAdvance(plan) ? [successorOf(view, successor, { change, at })] : []),
    ],
  };
}
