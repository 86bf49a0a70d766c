import { choiceFilter } from '../http/strict-fields.js';
import { described, texts } from '../http/texts.js';

export const subscriptionStatuses = ['pending', 'active', 'terminated', 'canceled', 'incomplete'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Chooses among subscriptions with one external identifier, under both names of the parameter. */
export const bySubscriptionStatus = {
  subscription_status: described(choiceFilter(subscriptionStatuses), 'State of the subscription', 'active'),
  status: described(choiceFilter(subscriptionStatuses), ...texts.filteredState),
};
