import { z } from 'zod';
import { cents, date, timestamp } from '../http/fields.js';
import { pagination, query, queryChoice, queryDay, queryText, type QueryInput } from '../http/query.js';
import { queryInstant } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';
import { NamedCustomer } from './named-customers.js';

const customer = NamedCustomer.nullable();

/** The open amounts of a customer in a currency, by the days since the due dates. */
export const CustomerAgeing = shape('Open amounts of a customer by the days since their due dates', {
  customer,
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), 'Whole amount due, in the smallest unit', 15_000),
  not_due_amount_cents: described(cents(), 'Not due yet', 10_000),
  days_1_30_amount_cents: described(cents(), 'Due for 1 to 30 days', 5_000),
  days_31_60_amount_cents: described(cents(), 'Due for 31 to 60 days', 0),
  days_61_90_amount_cents: described(cents(), 'Due for 61 to 90 days', 0),
  days_over_90_amount_cents: described(cents(), 'Due for more than 90 days', 0),
  invoices_count: described(z.int(), 'Number of invoices', 12),
});
export type CustomerAgeing = z.infer<typeof CustomerAgeing>;

export const mrrMovementTypes = ['new', 'reactivation', 'expansion', 'contraction', 'churn', 'unchanged'] as const;
export type MrrMovementType = (typeof mrrMovementTypes)[number];

/** Monthly recurring revenue of a customer in a currency, now and at an earlier instant. */
export const CustomerMrr = shape('Monthly recurring revenue of a customer', {
  customer,
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), 'Level now, in the smallest unit', 5_000),
  previous_amount_cents: described(cents(), 'Level at `since`', 4_000),
  change_amount_cents: described(cents(), 'Difference, negative for lost revenue', 1_000),
  movement: described(z.enum(mrrMovementTypes), 'Kind of the difference', 'expansion'),
});
export type CustomerMrr = z.infer<typeof CustomerMrr>;

/** The amounts that a customer was invoiced for the time after a day, in a currency. */
export const DeferredRevenue = shape('Deferred revenue of a customer: what was invoiced for the time after a day', {
  customer,
  currency: described(z.string(), ...texts.currency),
  amount_cents: described(cents(), 'Not earned by the end of the day, without taxes, in the smallest unit', 110_000),
  invoiced_amount_cents: described(cents(), 'Whole amount of its fees, after coupons and credit notes', 120_000),
  fees_count: described(z.int(), 'Number of fees whose span goes on after the day', 1),
  to_datetime: described(timestamp(), 'End of the last of these spans', '2026-12-31T23:59:59Z'),
});
export type DeferredRevenue = z.infer<typeof DeferredRevenue>;

export const AgeingFilters = query({ ...pagination, currency: described(queryText(), ...texts.currency) });
export type AgeingFilters = QueryInput<typeof AgeingFilters>;

export const CustomerMrrFilters = query({
  ...pagination,
  currency: described(queryText(), ...texts.currency),
  since: described(queryInstant(), 'Instant to compare with; by default the end of the same day of the previous month'),
  movement: described(queryChoice(mrrMovementTypes), 'Kind of the difference', 'expansion'),
});
export type CustomerMrrFilters = QueryInput<typeof CustomerMrrFilters>;

export const DeferredRevenueFilters = query({
  ...pagination,
  currency: described(queryText(), ...texts.currency),
  day: described(queryDay(), 'Day at whose end the revenue is not earned; by default the last of the previous month'),
});
export type DeferredRevenueFilters = QueryInput<typeof DeferredRevenueFilters>;

const shared = { service: 'invoicing', permission: 'analytic', method: 'GET' } as const;

export const customerAnalyticRoutes = {
  ageing: route({
    ...shared,
    path: '/analytics/ageing',
    summary: 'Report open amounts by customer, currency and days since the due date',
    query: AgeingFilters,
    answer: { ageing: z.array(CustomerAgeing), meta: Meta },
    heavy: true,
  }),
  mrr: route({
    ...shared,
    path: '/analytics/customer_mrr',
    summary: 'Report monthly recurring revenue by customer and currency',
    query: CustomerMrrFilters,
    answer: { customer_mrrs: z.array(CustomerMrr), meta: Meta },
    heavy: true,
  }),
  deferredRevenue: route({
    ...shared,
    path: '/analytics/deferred_revenue',
    summary: 'Report deferred revenue by customer and currency',
    query: DeferredRevenueFilters,
    answer: {
      day: described(date(), 'Day at whose end the revenue is not earned', '2026-01-31'),
      deferred_revenues: z.array(DeferredRevenue),
      meta: Meta,
    },
    heavy: true,
  }),
};
