import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { cents, date, decimalString, id, timestamp } from '../http/fields.js';
import { pagination, query, queryGroups, queryText, storableText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { described, exampleId, shape, svcId, texts } from '../http/texts.js';
import { UsagePricingUnitDetails } from './pricing-units.js';

/** Units by properties that do not affect the price (metering, section 6.3). */
export const PresentationBreakdown = shape('The quantity by properties that do not change the price', {
  presentation_by: described(z.record(z.string(), z.string().nullable()), 'Values of the properties', 'team=search'),
  units: described(decimalString(), ...texts.units),
});

const amounts = {
  units: described(decimalString(), ...texts.units),
  events_count: described(z.int(), ...texts.eventsCount),
  amount_cents: described(cents(), ...texts.amountCents),
  pricing_unit_details: UsagePricingUnitDetails.nullable(),
  presentation_breakdowns: z.array(PresentationBreakdown),
};
const current = { total_aggregated_units: described(decimalString(), 'Quantity of the whole aggregation', '10.0') };
const projected = {
  projected_units: described(decimalString(), 'Quantity that is projected to the end of the period', '30.0'),
  projected_amount_cents: described(
    cents(),
    'Amount that is projected to the end of the period, in the smallest unit of the currency',
    37_500,
  ),
  projected_presentation_breakdowns: z.array(PresentationBreakdown),
};

const filterNames = {
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  /** Allowed values by metric filter key; null for events that match no filter. */
  values: described(z.record(z.string(), z.array(z.string())).nullable(), 'Accepted values', 'eu'),
};
const groupNames = {
  grouped_by: described(
    z.record(z.string(), z.string().nullable()),
    'Values of the properties by which usage is grouped',
    'eu',
  ),
};
const ChargeNames = z.object({
  svc_id: svcId(),
  charge_model: described(z.string(), ...texts.chargeModel),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
});
const chargeNames = {
  amount_currency: described(z.string(), ...texts.amountCurrency),
  billable_metric: described(
    z.object({
      svc_id: svcId(),
      name: described(z.string(), 'Display name', 'Storage'),
      code: described(z.string(), 'Unique code for calls', 'storage'),
      aggregation_type: described(z.string(), ...texts.aggregation),
    }),
    'The billable metric',
  ),
};

const FilterUsage = z.object({ ...amounts, ...current, ...filterNames });
export const ChargeUsage = shape('Usage of a charge', {
  ...amounts,
  ...current,
  ...chargeNames,
  charge: described(
    ChargeNames.extend({ code: described(z.string(), 'Unique code for calls', 'storage') }),
    'The charge',
  ),
  filters: described(z.array(FilterUsage), 'Values of the charge filter, by key', 'eu'),
  grouped_usage: described(
    z.array(
      z.object({
        ...amounts,
        ...current,
        ...groupNames,
        filters: described(z.array(FilterUsage), 'Values of the charge filter, by key', 'eu'),
      }),
    ),
    'Usage of each group',
  ),
});
export type ChargeUsage = z.infer<typeof ChargeUsage>;

const FilterProjectedUsage = z.object({ ...amounts, ...projected, ...filterNames });
export const ChargeProjectedUsage = shape('Usage of a charge, and its projection to the end of the period', {
  ...amounts,
  ...projected,
  ...chargeNames,
  charge: described(ChargeNames, 'The charge'),
  filters: described(z.array(FilterProjectedUsage), 'Values of the charge filter, by key', 'eu'),
  grouped_usage: described(
    z.array(
      z.object({
        ...amounts,
        ...projected,
        ...groupNames,
        filters: described(z.array(FilterProjectedUsage), 'Values of the charge filter, by key', 'eu'),
      }),
    ),
    'Usage of each group',
  ),
});
export type ChargeProjectedUsage = z.infer<typeof ChargeProjectedUsage>;

const usage = {
  from_datetime: described(timestamp(), ...texts.periodStart),
  to_datetime: described(timestamp(), ...texts.periodEnd),
  issuing_date: described(date(), ...texts.issuingDate),
  svc_invoice_id: described(z.null(), ...texts.invoiceId),
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), ...texts.amountCents),
  taxes_amount_cents: described(cents(), ...texts.taxesAmountCents),
  total_amount_cents: described(cents(), ...texts.totalAmountCents),
};

/** Usage of the running period, rated (metering, section 7.1). */
export const CustomerUsage = shape('Usage of the current period, rated', {
  ...usage,
  charges_usage: z.array(ChargeUsage),
});
export type CustomerUsage = z.infer<typeof CustomerUsage>;

/** Usage of a billed period (metering, section 7.2). */
export const UsagePeriod = described(
  CustomerUsage.extend({ svc_invoice_id: described(id(), ...texts.invoiceId) }),
  'Usage of a billed period',
);
export type UsagePeriod = z.infer<typeof UsagePeriod>;

/** Usage of the running period, and its projection (metering, section 7.3). */
export const CustomerProjectedUsage = shape('Usage of the current period, and its projection to the end', {
  ...usage,
  projected_amount_cents: described(
    cents(),
    'Amount that is projected to the end of the period, in the smallest unit of the currency',
    37_500,
  ),
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
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
  apply_taxes: described(optionalFlag(), 'Whether amounts include taxes', true),
  full_usage: described(optionalFlag(), 'Whether invoiced usage is included', false),
  skip_grouping: described(optionalFlag(), 'Whether groups are omitted', false),
  group: described(queryGroups(), 'The same as `filter_by_group`', 'eu'),
  filter_by_group: described(queryGroups(), 'Values of the group to filter by, by property', 'eu'),
  filter_by_presentation: described(optionalNames(), 'Properties by which usage is broken down', 'team'),
  charge_id: described(queryText(), 'Identifier of the charge', exampleId),
  charge_code: described(queryText(), ...texts.chargeCode),
  billable_metric_code: described(queryText(), ...texts.metricCode),
  filter_by_charge_id: described(queryText(), 'Identifier of the charge to filter by', exampleId),
  filter_by_charge_code: described(queryText(), 'Code of the charge to filter by', 'storage'),
  filter_by_metric_code: described(queryText(), 'Code of the billable metric to filter by', 'storage'),
});
export type UsageFilters = QueryInput<typeof UsageFilters>;

/** The subscriptions of a usage export. */
export const UsageExportFilters = query({ external_customer_id: queryText(), external_subscription_id: queryText() });
export type UsageExportFilters = QueryInput<typeof UsageExportFilters>;

export const ProjectedUsageFilters = query({
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
  apply_taxes: described(optionalFlag(), 'Whether amounts include taxes', true),
});
export type ProjectedUsageFilters = QueryInput<typeof ProjectedUsageFilters>;

export const PastUsageFilters = query(
  {
    ...pagination,
    external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
    billable_metric_code: described(queryText(), ...texts.metricCode),
    periods_count: described(strictly(queryText(), z.int().min(1).optional()), 'Number of periods, latest first', '3'),
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
