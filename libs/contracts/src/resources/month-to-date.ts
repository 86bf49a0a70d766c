import { z } from 'zod';
import { cents, date, timestamp } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';

/** Buckets of open amounts by the days since the due date, in the order of the answer. */
export const ageingBuckets = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const;
export type AgeingBucket = (typeof ageingBuckets)[number];

/** Final invoices that were issued in a span, without those that a customer issues itself or whose dispute is lost. */
export const InvoicedAmounts = shape('Final invoices of a span', {
  amount_cents: described(cents(), 'Their totals with taxes, in the smallest unit', 12_000),
  amount_excluding_taxes_cents: described(cents(), 'Their totals without taxes, in the smallest unit', 10_000),
  invoices_count: described(z.int(), 'Number of invoices', 12),
});
export type InvoicedAmounts = z.infer<typeof InvoicedAmounts>;

/** Money that customers paid in a span, and refunds of credit notes that were issued in it. */
export const CollectedAmounts = shape('Payments of a span less refunds', {
  amount_cents: described(cents(), 'Payments less refunds, in the smallest unit', 9_000),
  payments_amount_cents: described(cents(), 'Payments that succeeded', 10_000),
  refunds_amount_cents: described(
    cents(),
    'Refunds that succeeded, of credit notes that were issued in the span',
    1_000,
  ),
});
export type CollectedAmounts = z.infer<typeof CollectedAmounts>;

/** Open amounts whose due dates are as many days ago, with the span of those dates. */
export const AgeingAmount = shape('Open amounts by the days since their due dates', {
  bucket: described(z.enum(ageingBuckets), 'Days since the due date', 'days_1_30'),
  payment_due_date_from: described(date().nullable(), 'Earliest due date; null: any', '2026-02-01'),
  payment_due_date_to: described(date().nullable(), 'Latest due date; null: any', '2026-03-02'),
  amount_cents: described(cents(), ...texts.amountCents),
  invoices_count: described(z.int(), 'Number of invoices', 12),
});
export type AgeingAmount = z.infer<typeof AgeingAmount>;

/** The open amounts of customers now, and at the end of the compared day. */
export const OpenAmounts = shape('Amounts due of final invoices that are not paid', {
  amount_cents: described(cents(), 'Amount due now, in the smallest unit', 5_000),
  previous_amount_cents: described(cents(), 'Amount due of the same invoices and of those paid since, then', 4_000),
  invoices_count: described(z.int(), 'Number of invoices', 12),
  ageing: z.array(AgeingAmount),
});
export type OpenAmounts = z.infer<typeof OpenAmounts>;

/** Monthly recurring revenue now and then, and what lies between; lost amounts are below 0. */
export const RecurringAmounts = shape('Monthly recurring revenue, and its movements since the compared day', {
  amount_cents: described(cents(), 'Level now, in the smallest unit', 115_000),
  previous_amount_cents: described(cents(), 'Level at the end of the compared day', 100_000),
  new_amount_cents: described(cents(), 'Revenue of new customers', 20_000),
  reactivation_amount_cents: described(cents(), 'Revenue of returning customers', 0),
  expansion_amount_cents: described(cents(), 'Additional revenue of existing customers', 5000),
  contraction_amount_cents: described(cents(), 'Lost revenue of remaining customers, negative', -1000),
  churn_amount_cents: described(cents(), 'Revenue of lost customers, negative', -9000),
});
export type RecurringAmounts = z.infer<typeof RecurringAmounts>;

/** The figures of one currency. */
export const CurrencyMonth = shape('The figures of a month in one currency', {
  currency: described(z.string(), ...texts.currency),
  invoiced: InvoicedAmounts,
  previous_invoiced: InvoicedAmounts,
  collected: CollectedAmounts,
  previous_collected: CollectedAmounts,
  open: OpenAmounts,
  mrr: RecurringAmounts,
});
export type CurrencyMonth = z.infer<typeof CurrencyMonth>;

/** The figures of the running month beside the previous month to the same day (customers, section 12.3). */
export const MonthToDate = shape('The running month beside the previous month to the same day, by currency', {
  timezone: described(z.string(), ...texts.timezone),
  as_of: described(timestamp(), 'Instant of the figures, by the clock of the organization'),
  first_day: described(date(), 'First day of the month', '2026-03-01'),
  last_day: described(date(), 'Today', '2026-03-31'),
  from_datetime: described(timestamp(), 'First instant of the month', '2026-03-01T00:00:00.000Z'),
  to_datetime: described(timestamp(), 'Last instant of today', '2026-03-31T23:59:59.999Z'),
  previous_first_day: described(date(), 'First day of the previous month', '2026-02-01'),
  previous_last_day: described(date(), 'Same day of the previous month, or its last one', '2026-02-28'),
  previous_to_datetime: described(timestamp(), 'Last instant of the compared day', '2026-02-28T23:59:59.999Z'),
  currencies: z.array(CurrencyMonth),
});
export type MonthToDate = z.infer<typeof MonthToDate>;

export const monthToDateRoutes = {
  read: route({
    service: 'webhook-delivery',
    permission: 'analytic',
    method: 'GET',
    path: '/analytics/month_to_date',
    summary: 'Compare the running month with the previous one to the same day',
    answer: { month_to_date: MonthToDate },
    heavy: true,
  }),
};
