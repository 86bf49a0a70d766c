import { z } from 'zod';
import { cents, decimalString, id, timestamp } from '../http/fields.js';

import { route } from '../http/route.js';

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
  from_date: timestamp().nullable(),
  to_date: timestamp().nullable(),
  description: z.string().nullable(),
  amount_details: z.record(z.string(), z.unknown()),
  self_billed: z.boolean(),
  pricing_unit_details: z.null(),
  presentation_breakdowns: z.array(z.never()),
});
export type Fee = z.infer<typeof Fee>;

/** A fee in its own answer. */
export const FeeWithTaxes = Fee.extend({ applied_taxes: z.array(FeeAppliedTax) });
export type FeeWithTaxes = z.infer<typeof FeeWithTaxes>;

export const feeRoutes = {
  read: route({
    service: 'invoicing', permission: 'fee', method: 'GET', path: '/fees/:svc_id', summary: 'Read a fee', answer: { fee: FeeWithTaxes },
  }),
};

