import { z } from 'zod';
import { customerUsageRoutes, usageSeriesRoutes } from '@tollgate/contracts';
import { money } from '../answers/money.js';
import { onlySubscription, subscriptionCalls } from './records.js';
import { customerField, day, named, tool, type ToolContext } from './tool.js';

const mostPeriods = '12';

/** `usage_trend`: the usage of past periods, and of days. */
export const usageTrend = tool({
  name: 'usage_trend',
  title: 'Show the usage of a subscription over time',
  description:
    'Shows the last twelve billed periods of a subscription: usage by charge, and `amount`, the sum of the fees of its invoice ' +
    'without taxes. With `metric`, it shows the units of ' +
    'each day or hour (UTC) too.',
  input: {
    customer: customerField(),
    subscription: named('External identifier of the subscription; absent: the only active one').optional(),
    metric: named('Code of a metric').optional(),
    steps: z.enum(['day', 'hour']).optional().describe('Length of the steps of the metric; absent: days'),
    from: day('First day of the steps').optional(),
    to: day('Last day of the steps').optional(),
  },
  calls: [...subscriptionCalls, customerUsageRoutes.past, usageSeriesRoutes.list],
  answer: async ({ customer, subscription: named, metric, ...span }, { calls, pages }) => {
    const subscription = await onlySubscription(customer, named, { calls });
    const { usage_periods: periods } = await calls.make(customerUsageRoutes.past, {
      params: { external_customer_id: customer },
      query: { external_subscription_id: subscription, billable_metric_code: metric, periods_count: mostPeriods },
    });
    return {
      customer,
      subscription,
      periods: periods.map((period) => ({
        from: period.from_datetime,
        to: period.to_datetime,
        invoice_id: period.svc_invoice_id,
        amount: money(period.amount_cents, period.currency),
        charges: period.charges_usage.map(({ charge, billable_metric: { code }, units, amount_cents }) => ({
          charge: charge.code,
          metric: code,
          units,
          amount: money(amount_cents, period.currency),
        })),
      })),
      ...(metric === undefined ? {} : await stepsOf({ customer, subscription, metric, ...span }, { calls })),
      page: pages.of('subscription', subscription),
    };
  },
});

interface Span {
  customer: string;
  subscription: string;
  metric: string;
  steps?: 'day' | 'hour' | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

async function stepsOf(span: Span, { calls }: Pick<ToolContext, 'calls'>) {
  const { usage_series: series } = await calls.make(usageSeriesRoutes.list, {
    params: { external_customer_id: span.customer },
    query: {
      external_subscription_id: span.subscription,
      billable_metric_code: span.metric,
      granularity: span.steps ?? 'day',
      from_date: span.from,
      to_date: span.to,
    },
  });
  return { steps: series.map(({ from_datetime: from, units, events_count }) => ({ from, units, events_count })) };
}
