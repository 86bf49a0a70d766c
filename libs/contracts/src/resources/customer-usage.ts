import { z } from 'zod';
import { cents, date, decimalString, id, timestamp } from '../http/fields.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';

const amounts = {
  units: decimalString(),
  total_aggregated_units: decimalString(),
  events_count: z.int(),
  amount_cents: cents(),
  pricing_unit_details: z.null(),
  presentation_breakdowns: z.array(z.never()),
};

export const ChargeUsage = z.object({
  ...amounts,
  amount_currency: z.string(),
  charge: z.object({ svc_id: id(), code: z.string(), charge_model: z.string(), invoice_display_name: z.string().nullable() }),
  billable_metric: z.object({ svc_id: id(), name: z.string(), code: z.string(), aggregation_type: z.string() }),
  filters: z.array(z.unknown()),
  grouped_usage: z.array(z.unknown()),
});
export type ChargeUsage = z.infer<typeof ChargeUsage>;

/** Usage of the running period, rated (metering, section 7.1). */
export const CustomerUsage = z.object({
  from_datetime: timestamp(),
  to_datetime: timestamp(),
  issuing_date: date(),
  svc_invoice_id: z.null(),
  currency: z.string(),
  amount_cents: cents(),
  taxes_amount_cents: cents(),
  total_amount_cents: cents(),
  charges_usage: z.array(ChargeUsage),
});
export type CustomerUsage = z.infer<typeof CustomerUsage>;

/** A text flag; anything but a word for false is true, and absent is undefined. */
const looseFlag = () =>
  z
    .preprocess(
      (value) => (typeof value !== 'string' || value === '' ? undefined : !['false', '0', 'f', 'off'].includes(value.toLowerCase())),
      z.boolean().optional(),
    )
    .optional();

export const UsageFilters = query({
  external_subscription_id: queryText(),
  apply_taxes: looseFlag(),
  full_usage: looseFlag(),
  charge_id: queryText(),
  charge_code: queryText(),
  billable_metric_code: queryText(),
  filter_by_charge_id: queryText(),
  filter_by_charge_code: queryText(),
  filter_by_metric_code: queryText(),
});
export type UsageFilters = QueryInput<typeof UsageFilters>;

export const customerUsageRoutes = {
  current: route({
    service: 'invoicing', permission: 'customer_usage', method: 'GET', path: '/customers/:external_customer_id/current_usage',
    summary: 'Read the usage of the running period of a subscription', query: UsageFilters, answer: { customer_usage: CustomerUsage },
  }),
};
