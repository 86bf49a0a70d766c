import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, decimalString, id, isBlank, mandatoryChoice, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { queryInstant } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { AmountDetails } from './amount-details.js';
import { PresentationBreakdown } from './customer-usage.js';
import { PricingUnitDetails } from './pricing-units.js';

export const feeTypes = ['charge', 'fixed_charge', 'add_on', 'subscription', 'credit', 'commitment'] as const;
export const feePaymentStatuses = ['pending', 'succeeded', 'failed', 'refunded'] as const;

export const AppliedTax = z.object({
  svc_id: id(),
  svc_tax_id: id().nullable(),
  tax_name: z.string(),
  tax_code: z.string(),
  tax_rate: z.number(),
  tax_description: z.string().nullable(),
  amount_cents: cents(),
  amount_currency: z.string(),
  created_at: timestamp(),
});

export const FeeAppliedTax = AppliedTax.extend({ svc_fee_id: id() });
export type FeeAppliedTax = z.infer<typeof FeeAppliedTax>;

/** A line of an invoice (charges, section 1.2). */
export const Fee = z.object({
  svc_id: id(),
  svc_charge_id: id().nullable(),
  svc_charge_filter_id: id().nullable(),
  svc_fixed_charge_id: id().nullable(),
  svc_invoice_id: id().nullable(),
  svc_true_up_fee_id: id().nullable(),
  svc_true_up_parent_fee_id: id().nullable(),
  svc_original_fee_id: id().nullable(),
  svc_subscription_id: id().nullable(),
  svc_customer_id: id().nullable(),
  external_customer_id: z.string().nullable(),
  external_subscription_id: z.string().nullable(),
  item: z.object({
    type: z.enum(feeTypes),
    code: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    invoice_display_name: z.string(),
    filters: z.record(z.string(), z.array(z.string())).nullable(),
    filter_invoice_display_name: z.string().nullable(),
    svc_item_id: id(),
    item_type: z.enum(['AddOn', 'BillableMetric', 'Subscription', 'WalletTransaction']),
    grouped_by: z.record(z.string(), z.string().nullable()),
  }),
  pay_in_advance: z.boolean(),
  invoiceable: z.boolean(),
  amount_cents: cents(),
  amount_currency: z.string(),
  precise_amount: decimalString(),
  precise_total_amount: decimalString(),
  taxes_amount_cents: cents(),
  taxes_precise_amount: decimalString(),
  taxes_rate: z.number(),
  total_amount_cents: cents(),
  total_amount_currency: z.string(),
  units: decimalString(),
  total_aggregated_units: decimalString().nullable(),
  precise_unit_amount: decimalString(),
  precise_coupons_amount_cents: decimalString(),
  sub_total_excluding_taxes_amount_cents: cents(),
  sub_total_excluding_taxes_precise_amount_cents: decimalString(),
  events_count: z.int().nullable(),
  payment_status: z.enum(feePaymentStatuses),
  created_at: timestamp(),
  succeeded_at: timestamp().nullable(),
  failed_at: timestamp().nullable(),
  refunded_at: timestamp().nullable(),
  /** Absent on commitments and purchased credits. */
  from_date: timestamp().nullable().optional(),
  to_date: timestamp().nullable().optional(),
  /** Only on fees of usage charges paid in advance; null on their renewals. */
  event_transaction_id: z.string().nullable().optional(),
  description: z.string().nullable(),
  amount_details: strictly(z.record(z.string(), z.unknown()), AmountDetails),
  self_billed: z.boolean(),
  pricing_unit_details: PricingUnitDetails.nullable(),
  presentation_breakdowns: z.array(PresentationBreakdown),
});
export type Fee = z.infer<typeof Fee>;

/** A fee in its own answer. */
export const FeeWithTaxes = Fee.extend({ applied_taxes: z.array(FeeAppliedTax) });
export type FeeWithTaxes = z.infer<typeof FeeWithTaxes>;

/** One of a fixed set; anything else answers `value_is_invalid`. */
const listChoice = <const T extends readonly [string, ...string[]]>(values: T) =>
  strictly(
    z
      .preprocess((value) => (isBlank(value) ? '' : value), z.enum([...values, ''], { error: 'value_is_invalid' }))
      .transform((value) => (value === '' ? undefined : (value as T[number])))
      .optional(),
    z.enum(values).optional(),
  );

export const FeeFilters = query({
  ...updatedListParameters(['created_at']),
  ...listCounts(['fee_type', 'payment_status']),
  /** A date alone means its first moment here (charges, section 4). */
  created_at_to: queryInstant(),
  external_customer_id: queryText(),
  external_subscription_id: queryText(),
  currency: queryText(),
  billable_metric_code: queryText(),
  fee_type: listChoice(feeTypes),
  payment_status: listChoice(feePaymentStatuses),
  event_transaction_id: queryText(),
  succeeded_at_from: queryInstant(),
  succeeded_at_to: queryInstant(),
  failed_at_from: queryInstant(),
  failed_at_to: queryInstant(),
  refunded_at_from: queryInstant(),
  refunded_at_to: queryInstant(),
});
export type FeeFilters = QueryInput<typeof FeeFilters>;

export const FeeUpdate = body({ payment_status: mandatoryChoice(feePaymentStatuses) });
export type FeeUpdate = BodyInput<typeof FeeUpdate>;

const shared = { service: 'invoicing', permission: 'fee' } as const;

export const feeRoutes = {
  list: route({
    ...shared,
    method: 'GET',
    path: '/fees',
    summary: 'List fees, oldest first',
    query: FeeFilters,
    answer: { fees: z.array(FeeWithTaxes), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: '/fees/:svc_id',
    summary: 'Read a fee',
    answer: { fee: FeeWithTaxes },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/fees/:svc_id',
    summary: 'Update the payment status of an uninvoiced fee',
    wrapper: 'fee',
    body: FeeUpdate,
    answer: { fee: FeeWithTaxes },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/fees/:svc_id',
    summary: 'Delete an uninvoiced fee',
    answer: { fee: Fee },
  }),
};
