import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { cents, date, decimalString, id, timestamp } from '../http/fields.js';
import { pagination, query, queryGroups, queryText, storableText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { UsagePricingUnitDetails } from './pricing-units.js';

/** Units by properties that do not affect the price (metering, section 6.3). */
export const PresentationBreakdown = z.object({
  presentation_by: z.record(z.string(), z.string().nullable()),
  units: decimalString(),
});

const amounts = {
  units: decimalString(),
  events_count: z.int(),
  amount_cents: cents(),
  pricing_unit_details: UsagePricingUnitDetails.nullable(),
  presentation_breakdowns: z.array(PresentationBreakdown),
};
const current = { total_aggregated_units: decimalString() };
const projected = {
  projected_units: decimalString(),
  projected_amount_cents: cents(),
  projected_presentation_breakdowns: z.array(PresentationBreakdown),
};

const filterNames = {
  invoice_display_name: z.string().nullable(),
  /** Allowed values by metric filter key; null for events that match no filter. */
  values: z.record(z.string(), z.array(z.string())).nullable(),
};
const groupNames = { grouped_by: z.record(z.string(), z.string().nullable()) };
const ChargeNames = z.object({ svc_id: id(), charge_model: z.string(), invoice_display_name: z.string().nullable() });
const chargeNames = {
  amount_currency: z.string(),
  billable_metric: z.object({ svc_id: id(), name: z.string(), code: z.string(), aggregation_type: z.string() }),
};

const FilterUsage = z.object({ ...amounts, ...current, ...filterNames });
export const ChargeUsage = z.object({
  ...amounts,
  ...current,
  ...chargeNames,
  charge: ChargeNames.extend({ code: z.string() }),
  filters: z.array(FilterUsage),
  grouped_usage: z.array(z.object({ ...amounts, ...current, ...groupNames, filters: z.array(FilterUsage) })),
});
export type ChargeUsage = z.infer<typeof ChargeUsage>;

const FilterProjectedUsage = z.object({ ...amounts, ...projected, ...filterNames });
export const ChargeProjectedUsage = z.object({
  ...amounts,
  ...projected,
  ...chargeNames,
  charge: ChargeNames,
  filters: z.array(FilterProjectedUsage),
  grouped_usage: z.array(z.object({ ...amounts, ...projected, ...groupNames, filters: z.array(FilterProjectedUsage) })),
});
export type ChargeProjectedUsage = z.infer<typeof ChargeProjectedUsage>;

const usage = {
  from_datetime: timestamp(),
  to_datetime: timestamp(),
  issuing_date: date(),
  svc_invoice_id: z.null(),
  currency: z.string(),
  amount_cents: cents(),
  taxes_amount_cents: cents(),
  total_amount_cents: cents(),
};

/** Usage of the running period, rated (metering, section 7.1). */
export const CustomerUsage = z.object({ ...usage, charges_usage: z.array(ChargeUsage) });
export type CustomerUsage = z.infer<typeof CustomerUsage>;

/** Usage of a billed period (metering, section 7.2). */
export const UsagePeriod = CustomerUsage.extend({ svc_invoice_id: id() });
export type UsagePeriod = z.infer<typeof UsagePeriod>;

/** Usage of the running period, and its projection (metering, section 7.3). */
export const CustomerProjectedUsage = z.object({
  ...usage,
  projected_amount_cents: cents(),
  charges_usage: z.array(ChargeProjectedUsage),
});
export type CustomerProjectedUsage = z.infer<typeof CustomerProjectedUsage>;

/** A text flag; anything but a word for false is true, and absent is undefined. */
const optionalFlag = () =>
  z
    .preprocess(
      (value) =>
        typeof value !== 'string' || value === ''
          ? undefined
          : !['false', '0', 'f', 'off'].includes(value.toLowerCase()),
      z.boolean().optional(),
    )
    .optional();

/** A name, or several as `name[]=a&name[]=b` or as the text of a JSON array. */
const optionalNames = () =>
  z
    .preprocess((value) => {
      if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
      if (typeof value !== 'string' || value === '') return undefined;
      if (!value.trim().startsWith('[')) return [value];
      try {
        return (JSON.parse(value) as unknown[]).filter((name) => typeof name === 'string');
      } catch {
        return [value];
      }
    }, z.array(storableText()).max(bounds.items, 'value_is_too_long').optional())
    .optional();

export const UsageFilters = query({
  external_subscription_id: queryText(),
  apply_taxes: optionalFlag(),
  full_usage: optionalFlag(),
  skip_grouping: optionalFlag(),
  group: queryGroups(),
  filter_by_group: queryGroups(),
  filter_by_presentation: optionalNames(),
  charge_id: queryText(),
  charge_code: queryText(),
  billable_metric_code: queryText(),
  filter_by_charge_id: queryText(),
  filter_by_charge_code: queryText(),
  filter_by_metric_code: queryText(),
});
export type UsageFilters = QueryInput<typeof UsageFilters>;

/** The subscriptions of a usage export. */
export const UsageExportFilters = query({ external_customer_id: queryText(), external_subscription_id: queryText() });
export type UsageExportFilters = QueryInput<typeof UsageExportFilters>;

export const ProjectedUsageFilters = query({ external_subscription_id: queryText(), apply_taxes: optionalFlag() });
export type ProjectedUsageFilters = QueryInput<typeof ProjectedUsageFilters>;

export const PastUsageFilters = query(
  {
    ...pagination,
    external_subscription_id: queryText(),
    billable_metric_code: queryText(),
    periods_count: strictly(queryText(), z.int().min(1).optional()),
  },
  (input, add) => {
    if (!input.external_subscription_id) add('external_subscription_id', 'value_is_mandatory');
  },
);
export type PastUsageFilters = QueryInput<typeof PastUsageFilters>;

const shared = { service: 'invoicing', permission: 'customer_usage', method: 'GET' } as const;

export const customerUsageRoutes = {
  current: route({
    ...shared,
    path: '/customers/:external_customer_id/current_usage',
    summary: 'Read the current usage of a subscription',
    query: UsageFilters,
    answer: { customer_usage: CustomerUsage },
  }),
  projected: route({
    ...shared,
    path: '/customers/:external_customer_id/projected_usage',
    summary: 'Read the projected usage of a subscription',
    query: ProjectedUsageFilters,
    answer: { customer_projected_usage: CustomerProjectedUsage },
  }),
  past: route({
    ...shared,
    path: '/customers/:external_customer_id/past_usage',
    summary: 'List the usage of billed periods of a subscription, newest first',
    query: PastUsageFilters,
    answer: { usage_periods: z.array(UsagePeriod), meta: Meta },
  }),
};
