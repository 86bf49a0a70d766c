import type { Fee, SingleInvoice } from '@tollgate/contracts';
import type { BillingFacts } from './billing-facts.js';
import { filled } from './labels/labels.js';
import type { Language } from './parties.js';

/** The name that the service gives to purchased credits without one, and to commitments without one. */
export const unnamed = { credit: 'credit', commitment: 'Minimum commitment' };

const order: readonly Fee['item']['type'][] = [
  'subscription',
  'fixed_charge',
  'charge',
  'add_on',
  'credit',
  'commitment',
];

/** The place of a fee's kind among others on a document (webhooks, section 8.2). */
export const rankOf = (fee: Fee): number => order.indexOf(fee.item.type);

export const isTrueUp = (fee: Fee): boolean => fee.svc_true_up_parent_fee_id !== null;

/** The property values and the filter that distinguish a fee from others of its charge. */
function partNames({ item }: Fee): string[] {
  const groups = Object.values(item.grouped_by).filter((value): value is string => value !== null && value !== '');
  const filters = item.filter_invoice_display_name
    ? [item.filter_invoice_display_name]
    : Object.values(item.filters ?? {}).map((values) => values.join(', '));
  return [...groups, ...filters];
}

/** The name of an item, without groups and filter (webhooks, sections 8.1 to 8.3). */
export function itemName(fee: Fee, facts: BillingFacts, language: Language): string {
  const { item } = fee;
  const name = item.invoice_display_name || item.name;
  switch (item.type) {
    case 'subscription':
      return subscriptionName(fee, facts, language) ?? name;
    case 'commitment':
      return name === unnamed.commitment ? language.labels.commitment : name;
    case 'credit':
      return creditName(fee, facts, language);
    default:
      return name;
  }
}

/** The name of a line that stands alone. */
export function feeName(fee: Fee, facts: BillingFacts, language: Language): string {
  const whole = [itemName(fee, facts, language), ...partNames(fee)].join(' • ');
  return isTrueUp(fee) ? `${whole} – ${language.labels.trueUp}` : whole;
}

/** The name that distinguishes a fee from others of its charge. */
export function memberName(fee: Fee, { labels }: Language): string {
  if (isTrueUp(fee)) return labels.trueUp;
  return partNames(fee).join(' • ') || fee.event_transaction_id || labels.other;
}

/** The display name of a plan, else `Monthly subscription – Pro`; null for an unknown plan. */
function subscriptionName(fee: Fee, { plans }: BillingFacts, { labels }: Language): string | null {
  const plan = plans.get(fee.svc_subscription_id ?? '');
  return plan ? plan.displayName || `${labels.subscriptions[plan.interval]} – ${plan.name}` : null;
}

/** The own name of a fee's subscription, where the fee shows it; null without one. */
export function ownSubscriptionName({ item, ...fee }: Fee, { plans }: BillingFacts): string | null {
  const plan = plans.get(fee.svc_subscription_id ?? '');
  if (item.type !== 'subscription' || !plan) return null;
  const shown = item.invoice_display_name;
  return shown === '' || shown === plan.name || shown === plan.displayName ? null : shown;
}

/** The own name of a subscription on an invoice, else its plan's. */
export function subscriptionTitle(
  { subscriptions }: Pick<SingleInvoice, 'subscriptions'>,
  id: string,
  { plans }: BillingFacts,
): string {
  const subscription = subscriptions.find(({ svc_id }) => svc_id === id);
  const plan = plans.get(id);
  return subscription?.name || plan?.displayName || plan?.name || subscription?.plan_code || '';
}

/** The name of a purchase, else that of its wallet. */
function creditName({ item }: Fee, { wallets }: BillingFacts, { labels }: Language): string {
  if (item.name !== unnamed.credit) return item.name;
  const wallet = wallets.get(item.svc_item_id);
  return wallet ? `${labels.prepaidCredits} – ${wallet}` : labels.prepaidCredits;
}

/** The number of days in the form that the language has for it. */
export function daysText(count: number, { labels, formats }: Language): string {
  return filled(formats.isSingular(count) ? labels.day : labels.days, { count: String(count) });
}
