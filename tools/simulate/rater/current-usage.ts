// The current usage of a subscription (metering, section 7.1; subscriptions, section 10.3).
import type { Choice } from '../history.ts';
import { wholeBoundaries } from './boundaries.ts';
import { isoSecond } from './calendar.ts';
import type { Call } from './calls.ts';
import { usageFees } from './charge-fees.ts';
import { usagePeriodAt } from './moves.ts';
import { newPart } from './records.ts';
import type { State } from './state.ts';

/** The figures that an answer about current usage must show. */
export interface UsageFigures {
  from_datetime: string;
  to_datetime: string;
  amount_cents: string;
}

/** @returns the call that reads the usage of one of the active subscriptions; undefined without one */
export function usageCall(world: State, { nth }: Choice): Call | undefined {
  const active = world.subscriptions.filter(
    ({ status, customer }) => status === 'active' && world.customers.get(customer.externalId) === customer,
  );
  const subscription = active[nth % (active.length || 1)];
  if (!subscription) return undefined;
  const { customer, externalId } = subscription;
  const tz = world.tzOf(customer);
  const at = Math.max(world.now, subscription.startedAt);
  const charges = usagePeriodAt(subscription, 'charges', at, tz);
  const boundaries = { ...wholeBoundaries(subscription, at, tz, { running: true }), charges };
  const part = newPart({ subscription, tz, at, soFar: true, boundaries });
  const fees = [...usageFees(part, world), ...usageFees(part, world, true)];
  return {
    do: `GET /customers/${customer.externalId}/current_usage?external_subscription_id=${externalId}&apply_taxes=false`,
    shows: {
      from_datetime: isoSecond(charges.from),
      to_datetime: isoSecond(charges.to),
      amount_cents: String(fees.reduce((total, fee) => total + fee.amountCents, 0n)),
    },
    // A plan of one subscription has the code of the plan that it copies.
    ...(subscription.plan.parent
      ? {}
      : { priced: { plan_code: subscription.plan.code, usage: { external_subscription_id: externalId } } }),
  };
}
