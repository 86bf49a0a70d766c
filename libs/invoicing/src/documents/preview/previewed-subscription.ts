import type { PlanView } from '@tollgate/catalog/reader';
import { newId, type Instant } from '@tollgate/platform';
import type { PlanChange, SubscriptionAgreement } from '@tollgate/rating';
import { trialFrom, type SubscriptionView } from '@tollgate/subscription/reader';
import { unitsOf, type PreviewedSubscription, type Successor } from './preview.js';

type Start = Pick<SubscriptionAgreement, 'billingTime' | 'subscriptionAt' | 'startedAt'>;

/** A hypothetical subscription from its start. */
export function hypotheticalSubscription(customerId: string, plan: PlanView, start: Start): SubscriptionView {
  return {
    id: newId(),
    customerId,
    externalId: '',
    name: null,
    status: 'active',
    plan: withoutUsage(plan),
    agreement: {
      interval: plan.interval,
      payInAdvance: plan.payInAdvance,
      billChargesMonthly: plan.billChargesMonthly,
      billFixedChargesMonthly: plan.billFixedChargesMonthly,
      ...start,
      createdAt: start.startedAt,
      terminatedAt: null,
      predecessor: null,
      successor: null,
    },
    startTimezone: null,
    nextBillingAt: null,
    trial: trialFrom(plan, start.startedAt),
    initialStartedAt: start.startedAt,
    previousSubscriptionId: null,
    nextPlan: null,
    billingEntityId: null,
    consolidateInvoice: true,
    purchaseOrderNumber: null,
    terminationInvoice: 'generate',
    paymentMethod: { payment_method_type: 'provider', payment_method_id: null },
    firstSecond: null,
    handsOver: false,
    followsAnother: false,
    usageThresholds: [],
  };
}

/** Removes usage charges, since a subscription before its start has no usage. */
const withoutUsage = (plan: PlanView): PlanView => ({ ...plan, charges: [] });

/** The successor of a subscription on another plan, from an instant (Unix ms). */
export function successorOf(
  current: SubscriptionView,
  successor: Successor,
  { change, at }: { change: PlanChange; at: Instant },
): PreviewedSubscription {
  const { plan } = successor;
  const { billingTime, subscriptionAt } = current.agreement;
  const { initialStartedAt } = current;
  const hypothetical = hypotheticalSubscription(current.customerId, plan, {
    billingTime,
    subscriptionAt,
    startedAt: at,
  });
  const subscription = {
    ...hypothetical,
    externalId: current.externalId,
    billingEntityId: current.billingEntityId,
    previousSubscriptionId: current.id,
    followsAnother: true,
    initialStartedAt,
    trial: trialFrom(plan, initialStartedAt),
    agreement: { ...hypothetical.agreement, predecessor: change },
  };
  return { subscription, reason: 'subscription_starting', units: unitsOf(successor, at), resource: null };
}

/** A subscription that ends at an instant (Unix ms), with or without a successor. */
export const endedAt = (
  subscription: SubscriptionView,
  at: Instant,
  successor: { plan: PlanView; change: PlanChange } | null = null,
): SubscriptionView => ({
  ...subscription,
  nextPlan: successor?.plan ?? null,
  agreement: { ...subscription.agreement, terminatedAt: at, successor: successor?.change ?? null },
});
