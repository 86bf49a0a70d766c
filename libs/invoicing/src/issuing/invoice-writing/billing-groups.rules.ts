import type { SubscriptionView } from '@tollgate/subscription/reader';

/** The payment methods that subscriptions name. */
export interface KnownMethods {
  /** The customer of each existing method. */
  owners: ReadonlyMap<string, string>;
  /** The default methods of customers. */
  defaults: ReadonlyMap<string, string | null>;
}

/**
 * The payment method of a subscription: manual, its own if it belongs to the customer, or the default (webhooks,
 * section 14).
 */
function effectiveMethod({ paymentMethod, customerId }: SubscriptionView, { owners, defaults }: KnownMethods) {
  const { payment_method_type: type, payment_method_id: id } = paymentMethod;
  if (type === 'manual') return type;
  return id !== null && owners.get(id) === customerId ? id : (defaults.get(customerId) ?? null);
}

/** Subscriptions share an invoice when these agree (subscriptions, section 6). */
export function groupKey(subscription: SubscriptionView, billingEntityId: string, methods: KnownMethods): string {
  return JSON.stringify([
    effectiveMethod(subscription, methods),
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
