import { customerUsageRoutes } from '@tollgate/contracts';
import { money } from '../answers/money.js';
import type { AnswerOf } from '../calls/own-calls.js';
import { onlySubscription, subscriptionCalls } from './records.js';
import { customerField, named, tool } from './tool.js';

type Usage = AnswerOf<typeof customerUsageRoutes.current>['customer_usage'];
type Charge = Usage['charges_usage'][number];

/** `usage_now`: the usage of the running period in money. */
export const usageNow = tool({
  name: 'usage_now',
  title: 'Show the current usage of a subscription',
  description:
    'Shows the usage of the running billing period of a subscription in units and money, by charge, filter and group, and ' +
    'the amount that it is projected to reach. Amounts are without taxes, coupons and the price of the plan.',
  input: {
    customer: customerField(),
    subscription: named('External identifier of the subscription; absent: the only active one').optional(),
  },
  calls: [...subscriptionCalls, customerUsageRoutes.current, customerUsageRoutes.projected],
  answer: async ({ customer, subscription: named }, { calls, pages }) => {
    const subscription = await onlySubscription(customer, named, { calls });
    const params = { external_customer_id: customer };
    const query = { external_subscription_id: subscription, apply_taxes: 'false' };
    const { customer_usage: usage } = await calls.make(customerUsageRoutes.current, { params, query });
    const { customer_projected_usage: projected } = await calls.make(customerUsageRoutes.projected, { params, query });
    return {
      customer,
      subscription,
      from: usage.from_datetime,
      to: usage.to_datetime,
      amount: money(usage.amount_cents, usage.currency),
      projected_amount: money(projected.projected_amount_cents, projected.currency),
      charges: usage.charges_usage.map((charge) => chargeOf(charge, usage.currency)),
      parts: usage.charges_usage.flatMap((charge) => partsOf(charge, usage.currency)),
      page: pages.of('subscription', subscription),
    };
  },
});

const chargeOf = (
  { charge, billable_metric: metric, units, events_count, amount_cents }: Charge,
  currency: string,
) => ({
  charge: charge.code,
  metric: metric.code,
  name: charge.invoice_display_name ?? metric.name,
  units,
  events_count,
  amount: money(amount_cents, currency),
});

/** The usage of each filter and group; empty for a charge without them. */
function partsOf({ charge, filters, grouped_usage: groups }: Charge, currency: string) {
  const part = (values: unknown, group: unknown, { units, amount_cents }: { units: string; amount_cents: number }) => ({
    charge: charge.code,
    filter: values,
    group,
    units,
    amount: money(amount_cents, currency),
  });
  return [
    ...filters.map((filter) => part(filter.values, null, filter)),
    ...groups.flatMap((group) =>
      group.filters.length === 0
        ? [part(null, group.grouped_by, group)]
        : group.filters.map((filter) => part(filter.values, group.grouped_by, filter)),
    ),
  ];
}
