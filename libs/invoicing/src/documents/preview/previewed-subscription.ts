import type { PlanView } from '@tollgate/catalog/reader';
import { newId, type Instant } from '@tollgate/platform';
import { Decimal, type PlanChange, type SubscriptionAgreement } from '@tollgate/rating';
import type { SubscriptionView } from '@tollgate/subscription/reader';
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
    trial: trialFrom(plan, start.startedAt),
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

const trialFrom = (plan: PlanView, initialStartedAt: number) =>
  plan.trialPeriod === null ? null : { days: new Decimal(plan.trialPeriod), initialStartedAt };

/** Removes usage charges, since a subscription before its start has no usage. */
const withoutUsage = (plan: PlanView): PlanView => ({ ...plan, charges: [] });

/** The successor of a subscription on another plan, from an instant (Unix ms). */
export function successorOf(
  current: SubscriptionView,
  successor: Successor,
  { change, at }: { change: PlanChange; at: Instant },
): PreviewedSubscription {
  const { plan } = successor;
  const { billingTime, subscriptionAt, startedAt } = current.agreement;
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
    trial: trialFrom(plan, current.trial?.initialStartedAt ?? startedAt),
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
