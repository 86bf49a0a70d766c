import { z } from 'zod';
import { cents, id, timestamp } from '../http/fields.js';
import { query, queryChoice, queryDay, queryFlag, queryInteger, queryText, type QueryInput } from '../http/query.js';
import { route } from '../http/route.js';
import { invoicePaymentStatuses } from './invoices.js';

/**
 * Monthly totals of finalized invoices less refunds, with in-advance fees that no invoice has yet (customers, section
 * 12).
 */
export const GrossRevenue = z.object({
  month: timestamp(),
  billing_entity_id: id(),
  currency: z.string(),
  amount_cents: cents(),
  invoices_count: z.int(),
});
export type GrossRevenue = z.infer<typeof GrossRevenue>;

/** Finalized invoices of a month by payment status; a month without any has one row of zeros. */
export const InvoiceCollection = z.object({
  month: timestamp(),
  payment_status: z.enum(invoicePaymentStatuses).nullable(),
  currency: z.string().nullable(),
  amount_cents: cents(),
  invoices_count: z.int(),
});
export type InvoiceCollection = z.infer<typeof InvoiceCollection>;

/** Invoiced amounts of a metric's usage, by the month in which the fees were created. */
export const InvoicedUsage = z.object({
  month: timestamp(),
  code: z.string(),
  currency: z.string(),
  amount_cents: cents(),
});
export type InvoicedUsage = z.infer<typeof InvoicedUsage>;

/** Monthly recurring revenue (customers, section 12.1); a month without any has one row of zeros. */
export const Mrr = z.object({
  month: timestamp(),
  currency: z.string().nullable(),
  amount_cents: cents().nullable(),
});
export type Mrr = z.infer<typeof Mrr>;

/**
 * How monthly recurring revenue came from its level at the end of the month before to that at the end of this month, by
 * currency. Lost amounts are below 0, and the sum of all movements is the difference between both levels.
 */
export const MrrMovement = z.object({
  month: timestamp(),
  currency: z.string(),
  opening_amount_cents: cents(),
  new_amount_cents: cents(),
  reactivation_amount_cents: cents(),
  expansion_amount_cents: cents(),
  contraction_amount_cents: cents(),
  churn_amount_cents: cents(),
  closing_amount_cents: cents(),
});
export type MrrMovement = z.infer<typeof MrrMovement>;

/** Amounts due of overdue invoices, by the month of their due date. */
export const OverdueBalance = z.object({
  month: timestamp(),
  billing_entity_id: id(),
  currency: z.string(),
  amount_cents: cents(),
  svc_invoice_ids: z.array(id()),
});
export type OverdueBalance = z.infer<typeof OverdueBalance>;

export const usageGranularities = ['daily', 'weekly', 'monthly'] as const;

/** Usage of a metric in a period; the usage of a day is available after the day has ended (customers, section 12.2). */
export const DailyUsage = z.object({
  organization_id: id(),
  /** Days, both inclusive: one day, Monday to Sunday, or a month. */
  start_of_period_dt: z.string(),
  end_of_period_dt: z.string(),
  billable_metric_code: z.string(),
  units: z.string(),
  amount_cents: cents(),
  amount_currency: z.string(),
  is_billable_metric_deleted: z.boolean(),
});
export type DailyUsage = z.infer<typeof DailyUsage>;

/** How complete daily usage is; the service computes days after they have ended, not on request. */
export const usageCompleteness = {
  /** All days that had ended by then, in their customer's time zone, are complete; null: unknown. */
  complete_to_datetime: timestamp().nullable(),
  /** Those days count events received before this wall-clock time; null before the first computation. */
  last_usage_sync_at: timestamp().nullable(),
};

export const DailyUsageFilters = query({
  /** Defaults to days. */
  time_granularity: queryChoice(usageGranularities),
  currency: queryText(),
  /** Both inclusive. The default is a year up to the last day. */
  from_date: queryDay(),
  to_date: queryDay(),
  customer_type: queryChoice(['company', 'individual']),
  external_customer_id: queryText(),
  customer_country: queryText(),
  external_subscription_id: queryText(),
  is_billable_metric_recurring: queryFlag(),
  plan_code: queryText(),
  billable_metric_code: queryText(),
});
export type DailyUsageFilters = QueryInput<typeof DailyUsageFilters>;

const ofAll = {
  currency: queryText(),
  /** Number of months up to the current one; defaults to all since the organization was created. */
  months: queryInteger(),
  /** An unknown code counts as absent. */
  billing_entity_code: queryText(),
};
export const MrrMovementFilters = query({ currency: queryText(), months: queryInteger() });
export type MrrMovementFilters = QueryInput<typeof MrrMovementFilters>;
export const AnalyticsFilters = query(ofAll);
export type AnalyticsFilters = QueryInput<typeof AnalyticsFilters>;
export const CustomerAnalyticsFilters = query({ ...ofAll, external_customer_id: queryText() });
export type CustomerAnalyticsFilters = QueryInput<typeof CustomerAnalyticsFilters>;

const shared = { service: 'invoicing', permission: 'analytic', method: 'GET' } as const;

export const analyticRoutes = {
  grossRevenue: route({
    ...shared,
    path: '/analytics/gross_revenue',
    summary: 'Report revenue by month, currency and issuer',
    query: CustomerAnalyticsFilters,
    answer: { gross_revenues: z.array(GrossRevenue) },
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
    answer: { mrr_movements: z.array(MrrMovement), complete_to_datetime: timestamp().nullable() },
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
