import type { SubscriptionView } from '@tollgate/subscription/reader';

/** Subscriptions share an invoice when these agree (subscriptions, section 6). */
export function groupKey(subscription: SubscriptionView, billingEntityId: string): string {
  return JSON.stringify([
    subscription.paymentMethodType,
    subscription.plan.currency,
    billingEntityId,
    // Both plans of a change go together.
    subscription.consolidateInvoice ? '' : subscription.externalId,
    subscription.purchaseOrderNumber,
  ]);
}

/** By subscription name, else the plan's display name, else its name (subscriptions, section 6). */
export function byDisplayName(subscriptions: SubscriptionView[]): SubscriptionView[] {
  const nameOf = ({ name, plan }: SubscriptionView) => name || plan.invoiceDisplayName || plan.name;
  return [...subscriptions].sort((a, b) => nameOf(a).localeCompare(nameOf(b)) || a.id.localeCompare(b.id));
}
