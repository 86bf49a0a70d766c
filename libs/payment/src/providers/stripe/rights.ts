import type { Stripe } from 'stripe';
import type { ProviderHealth } from '../ports/connections.js';
import { healthOf, isMissing } from './errors.rules.js';

/** An id that no object of Stripe has. */
const nothing = (prefix: string): string => `${prefix}_tollgate_checks_rights`;

/**
 * The rights that the service needs, each with a call that changes nothing. Stripe checks the rights of a key before it
 * searches the object, and no object has such an id.
 */
const checks: readonly ((stripe: Stripe) => Promise<unknown>)[] = [
  (stripe) => stripe.customers.update(nothing('cus'), { description: 'Tollgate' }),
  (stripe) => stripe.paymentMethods.detach(nothing('pm')),
  (stripe) => stripe.paymentIntents.cancel(nothing('pi')),
  (stripe) => stripe.checkout.sessions.expire(nothing('cs')),
  (stripe) => stripe.refunds.update(nothing('re'), { metadata: { checked_by: 'Tollgate' } }),
  (stripe) => stripe.webhookEndpoints.update(nothing('we'), { disabled: true }),
];

/** Checks a key, and that a restricted one has every right that the service needs (webhooks, section 11.1). */
export async function checkRights(stripe: Stripe): Promise<ProviderHealth> {
  for (const check of checks) {
    try {
      await check(stripe);
    } catch (error) {
      if (!isMissing(error)) return healthOf(error);
    }
  }
  return { status: 'working', error: null };
}
