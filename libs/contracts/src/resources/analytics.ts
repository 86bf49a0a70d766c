import { z } from 'zod';
import { cents, id, timestamp } from '../http/fields.js';
import { query, queryChoice, queryDay, queryFlag, queryInteger, queryText, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { invoicePaymentStatuses } from './invoices.js';

/**
 * Monthly totals of finalized invoices less refunds, with in-advance fees that no invoice has yet (customers, section
 * 12).
 */
export const GrossRevenue = shape('Finalized invoices of a month less refunds', {
  month: described(timestamp(), 'First moment of the month'),
  billing_entity_id: described(id(), ...texts.billingEntityId),
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_excluding_taxes_cents: described(
    cents().optional(),
    'The same without taxes, in the smallest unit of the currency; only with `net`',
    10_000,
  ),
  invoices_count: described(z.int(), 'Number of invoices', 12),
});
export type GrossRevenue = z.infer<typeof GrossRevenue>;

/** Finalized invoices of a month by payment status; a month without any has one row of zeros. */
export const InvoiceCollection = shape('Finalized invoices of a month by the state of their payment', {
  month: described(timestamp(), 'First moment of the month'),
  payment_status: described(z.enum(invoicePaymentStatuses).nullable(), ...texts.paymentStatus),
  currency: described(z.string().nullable(), ...texts.currency),
  amount_cents: described(cents(), ...texts.amountCents),
  invoices_count: described(z.int(), 'Number of invoices', 12),
});
export type InvoiceCollection = z.infer<typeof InvoiceCollection>;

/** Invoiced amounts of a metric's usage, by the month in which the fees were created. */
export const InvoicedUsage = shape('Invoiced usage of a metric in a month', {
  month: described(timestamp(), 'First moment of the month'),
  code: described(z.string(), ...texts.metricCode),
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), ...texts.amountCents),
});
export type InvoicedUsage = z.infer<typeof InvoicedUsage>;

/** Monthly recurring revenue (customers, section 12.1); a month without any has one row of zeros. */
export const Mrr = shape('Monthly recurring revenue', {
  month: described(timestamp(), 'First moment of the month'),
  currency: described(z.string().nullable(), ...texts.currency),
  amount_cents: described(cents().nullable(), ...texts.amountCents),
});
export type Mrr = z.infer<typeof Mrr>;

/**
 * How monthly recurring revenue came from its level at the end of the month before to that at the end of this month, by
 * currency. Lost amounts are below 0, and the sum of all movements is the difference between both levels.
 */
export const MrrMovement = shape('The movements of monthly recurring revenue in a month', {
  month: described(timestamp(), 'First moment of the month'),
  currency: described(z.string(), ...texts.currency),
  opening_amount_cents: described(cents(), 'Level at the end of the previous month', 100_000),
  new_amount_cents: described(cents(), 'Revenue of new customers', 20_000),
  reactivation_amount_cents: described(cents(), 'Revenue of returning customers', 0),
  expansion_amount_cents: described(cents(), 'Additional revenue of existing customers', 5000),
  contraction_amount_cents: described(cents(), 'Lost revenue of remaining customers, negative', -1000),
  churn_amount_cents: described(cents(), 'Revenue of lost customers, negative', -9000),
  closing_amount_cents: described(cents(), 'Level at the end of the month', 115_000),
});
export type MrrMovement = z.infer<typeof MrrMovement>;

/** Amounts due of overdue invoices, by the month of their due date. */
export const OverdueBalance = shape('Amounts due of overdue invoices, by the month of their due date', {
  month: described(timestamp(), 'First moment of the month'),
  billing_entity_id: described(id(), ...texts.billingEntityId),
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), ...texts.amountCents),
  svc_invoice_ids: described(z.array(id()), 'Identifiers of the invoices'),
});
export type OverdueBalance = z.infer<typeof OverdueBalance>;

export const usageGranularities = ['daily', 'weekly', 'monthly'] as const;

/** Usage of a metric in a period; the usage of a day is available after the day has ended (customers, section 12.2). */
export const DailyUsage = shape('Usage of a metric in a day, a week or a month; a day is included after its end', {
  organization_id: described(id(), ...texts.organizationId),
  /** Days, both inclusive: one day, Monday to Sunday, or a month. */
  start_of_period_dt: described(z.string(), 'First day of the period', '2026-03-01'),
  end_of_period_dt: described(z.string(), 'Last day of the period', '2026-03-01'),
  billable_metric_code: described(z.string(), ...texts.metricCode),
  units: described(z.string(), ...texts.units),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  is_billable_metric_deleted: described(z.boolean(), 'Whether the metric was deleted'),
});
export type DailyUsage = z.infer<typeof DailyUsage>;

/** How complete daily usage is; the service computes days after they have ended, not on request. */
export const usageCompleteness = {
  /** All days that had ended by then, in their customer's time zone, are complete; null: unknown. */
  complete_to_datetime: described(timestamp().nullable(), 'Instant up to which all data is complete; null: unknown'),
  /** Those days count events received before this wall-clock time; null before the first computation. */
  last_usage_sync_at: described(timestamp().nullable(), 'Instant up to which events are included; null: unknown'),
};

export const DailyUsageFilters = query({
  /** Defaults to days. */
  time_granularity: described(queryChoice(usageGranularities), 'Length of the periods', 'daily'),
  currency: described(queryText(), ...texts.currency),
  /** Both inclusive. The default is a year up to the last day. */
  from_date: described(queryDay(), ...texts.firstDayOrInstant),
  to_date: described(queryDay(), ...texts.lastDayOrInstant),
  customer_type: described(
    queryChoice(['company', 'individual']),
    'Whether it is a company or a person; null if unknown',
  ),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  customer_country: described(queryText(), 'Country of the customer', 'FR'),
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
  is_billable_metric_recurring: described(
    queryFlag(),
    'Whether units of the metric continue into the next period',
    false,
  ),
  plan_code: described(queryText(), ...texts.planCode),
  billable_metric_code: described(queryText(), ...texts.metricCode),
});
export type DailyUsageFilters = QueryInput<typeof DailyUsageFilters>;

const ofAll = {
  currency: described(queryText(), ...texts.currency),
  /** Number of months up to the current one; defaults to all since the organization was created. */
  months: described(queryInteger(), 'Number of months up to the current one', 12),
  /** An unknown code counts as absent. */
  billing_entity_code: described(queryText(), ...texts.billingEntityCode),
};
export const MrrMovementFilters = query({
  currency: described(queryText(), ...texts.currency),
  months: described(queryInteger(), 'Number of months up to the current one', 12),
});
export type MrrMovementFilters = QueryInput<typeof MrrMovementFilters>;
export const AnalyticsFilters = query(ofAll);
export type AnalyticsFilters = QueryInput<typeof AnalyticsFilters>;
export const CustomerAnalyticsFilters = query({
  ...ofAll,
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
});
export type CustomerAnalyticsFilters = QueryInput<typeof CustomerAnalyticsFilters>;
export const GrossRevenueFilters = query({
  ...ofAll,
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  net: described(queryFlag(), 'Whether rows have the amount without taxes, too', true),
});
export type GrossRevenueFilters = QueryInput<typeof GrossRevenueFilters>;

const shared = { service: 'invoicing', permission: 'analytic', method: 'GET' } as const;

export const analyticRoutes = {
  grossRevenue: route({
    ...shared,
    path: '/analytics/gross_revenue',
    summary: 'Report revenue by month, currency and issuer',
    query: GrossRevenueFilters,
    answer: { gross_revenues: z.array(GrossRevenue) },
    heavy: true,
  }),
  invoiceCollection: route({
    ...shared,
    path: '/analytics/invoice_collection',
    summary: 'Report invoices by month, payment status and currency',
    query: AnalyticsFilters,
    answer: { invoice_collections: z.array(InvoiceCollection) },
  }),
  invoicedUsage: route({
    ...shared,
    path: '/analytics/invoiced_usage',
    summary: 'Report invoiced usage by month, metric and currency',
    query: AnalyticsFilters,
    answer: { invoiced_usages: z.array(InvoicedUsage) },
  }),
  mrr: route({
    ...shared,
    path: '/analytics/mrr',
    summary: 'Report monthly recurring revenue by month and currency',
    query: AnalyticsFilters,
    answer: { mrrs: z.array(Mrr) },
  }),
  mrrMovements: route({
    ...shared,
    path: '/analytics/mrr_movements',
    summary: 'Report movements of monthly recurring revenue by closed month and currency',
    query: MrrMovementFilters,
    answer: {
      mrr_movements: z.array(MrrMovement),
      complete_to_datetime: described(
        timestamp().nullable(),
        'Instant up to which all data is complete; null: unknown',
      ),
    },
  }),
  overdueBalance: route({
    ...shared,
    path: '/analytics/overdue_balance',
    summary: 'Report overdue balances by month, currency and issuer',
    query: CustomerAnalyticsFilters,
    answer: { overdue_balances: z.array(OverdueBalance) },
  }),
  usage: route({
    ...shared,
    path: '/analytics/usage',
    summary: 'Report usage by day, week or month, metric and currency',
    query: DailyUsageFilters,
    answer: { usages: z.array(DailyUsage), ...usageCompleteness },
  }),
};
