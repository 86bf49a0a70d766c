import { findPlanByCode } from '@tollgate/catalog/reader';
import { NotFound } from '@tollgate/platform';
import { planPeriodEnd } from '@tollgate/rating';
import { unitsOf, type PreviewKind } from '../preview.js';
import { hypotheticalSubscription } from '../previewed-subscription.js';

/**
 * Previews the first invoice of a possible subscription: at its start for a plan in advance, otherwise at the end of
 * its first period.
 */
export const proposal: PreviewKind = {
  isRequested: ({ stored }) => stored.length === 0,
  async plan(transaction, { customer, proposal: { planCode, subscriptionAt, billingTime } }) {
    const plan = await findPlanByCode(transaction, planCode);
    if (!plan) throw new NotFound('plan');
    const start = { billingTime, subscriptionAt, startedAt: subscriptionAt };
    const subscription = hypotheticalSubscription(customer.id, plan, start);
    const periodic = !plan.payInAdvance;
    return {
      at: periodic ? planPeriodEnd(subscription.agreement, subscriptionAt, customer.timezone) + 1 : subscriptionAt,
      periodic,
      subscriptions: [
        {
          subscription,
          reason: periodic ? 'subscription_periodic' : 'subscription_starting',
          units: unitsOf({ plan }, subscriptionAt),
          resource: null,
        },
      ],
    };
  },
};
