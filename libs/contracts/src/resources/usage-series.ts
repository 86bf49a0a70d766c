import { z } from 'zod';
import { timestamp } from '../http/fields.js';
import { query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { queryInstant, queryUntil } from '../http/query-instants.js';
import { route } from '../http/route.js';

/** Most steps of a series, and most groups of one: those with the most events. */
export const seriesBounds = { steps: 400, groups: 50 } as const;

/** The usage of a metric in a day or an hour (UTC), of one group. */
export const UsageStep = z.object({
  from_datetime: timestamp(),
  /** The value of the property that groups the usage; null without grouping, and for events without the property. */
  group: z.string().nullable(),
  events_count: z.int(),
  /** The aggregation of the events of this step alone, decimal text. */
  units: z.string(),
});
export type UsageStep = z.infer<typeof UsageStep>;

export const UsageSeriesQuery = query(
  {
    external_subscription_id: queryText(),
    billable_metric_code: queryText(),
    granularity: queryChoice(['day', 'hour']),
    group_by: queryText(),
    from_date: queryInstant(),
    to_date: queryUntil(),
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
      groups_left_out: z.int(),
    },
    heavy: true,
  }),
};
