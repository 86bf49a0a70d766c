import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';

/** Most steps of a series, and most groups of one: those with the most events. */
export const seriesBounds = { steps: 400, groups: 50 } as const;

/** The usage of a metric in a day or an hour (UTC), of one group. */
export const UsageStep = shape('The usage of a metric in a day or an hour (UTC), of one group', {
  from_datetime: described(timestamp(), ...texts.periodStart),
  /** The value of the property that groups the usage; null without grouping, and for events without the property. */
  group: described(z.string().nullable(), 'Value of the property that groups the usage; null without one', 'eu'),
  events_count: described(z.int(), ...texts.eventsCount),
  /** The aggregation of the events of this step alone, decimal text. */
  units: described(z.string(), 'The aggregation of the events of this step alone, decimal text', '12'),
});
export type UsageStep = z.infer<typeof UsageStep>;

export const UsageSeriesQuery = query(
  {
    external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
    billable_metric_code: described(queryText(), ...texts.metricCode),
    granularity: described(queryChoice(['day', 'hour']), 'Length of the steps', 'day'),
    group_by: described(queryText(), 'Property of events by which usage is grouped', 'region'),
    from_date: described(queryInstant(), ...texts.firstDayOrInstant),
    to_date: described(queryUntil(), ...texts.lastDayOrInstant),
  },
  (input, add) => {
    for (const name of ['external_subscription_id', 'billable_metric_code'] as const)
      if (!input[name]) add(name, 'value_is_mandatory');
  },
);
export type UsageSeriesQuery = QueryInput<typeof UsageSeriesQuery>;

export const usageSeriesRoutes = {
  list: route({
    service: 'ingestion',
    permission: 'customer_usage',
    method: 'GET',
    path: '/customers/:external_customer_id/usage_series',
    summary: "List a subscription's usage of a metric by day or hour, and by a property of its events",
    query: UsageSeriesQuery,
    answer: {
      usage_series: z.array(UsageStep),
      /** Groups with fewer events that the answer leaves out. */
      groups_left_out: described(z.int(), 'Number of omitted groups with fewer events', 0),
    },
    heavy: true,
  }),
  listOfCaller: route({
    service: 'ingestion',
    access: 'portal',
    permission: 'customer',
    portalSection: 'subscriptions',
    method: 'GET',
    path: '/portal/usage_series',
    summary: "List the usage of a metric of the calling customer's subscription by day or hour",
    query: UsageSeriesQuery,
    answer: {
      usage_series: z.array(UsageStep),
      groups_left_out: described(z.int(), 'Number of omitted groups with fewer events', 0),
    },
    heavy: true,
  }),
};
