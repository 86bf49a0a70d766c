import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { cents, decimalString, id, isBlank, mandatoryChoice, timestamp } from '../http/fields.js';
import { listCounts, updatedListParameters } from '../http/lists.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { queryInstant } from '../http/query-instants.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { AmountDetails } from './amount-details.js';
import { PresentationBreakdown } from './customer-usage.js';
import { PricingUnitDetails } from './pricing-units.js';

export const feeTypes = ['charge', 'fixed_charge', 'add_on', 'subscription', 'credit', 'commitment'] as const;
export const feePaymentStatuses = ['pending', 'succeeded', 'failed', 'refunded'] as const;

export const AppliedTax = z.object({
  svc_id: svcId(),
  svc_tax_id: described(id().nullable(), 'Identifier of the tax'),
  tax_name: described(z.string(), 'Name of the tax', 'VAT'),
  tax_code: described(z.string(), 'Code of the tax', 'vat_20'),
  tax_rate: described(z.number(), 'Rate of the tax in percent', 20),
  tax_description: described(z.string().nullable(), 'Description of the tax', 'Standard rate'),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  created_at: createdAt(),
});

export const FeeAppliedTax = described(
  AppliedTax.extend({ svc_fee_id: described(id(), ...texts.feeId) }),
  'A tax of a fee, with its amount',
);
export type FeeAppliedTax = z.infer<typeof FeeAppliedTax>;

/** A line of an invoice (charges, section 1.2). */
export const Fee = shape('A line of an invoice', {
  svc_id: svcId(),
  svc_charge_id: described(id().nullable(), 'Identifier of the charge, for usage fees'),
  svc_charge_filter_id: described(id().nullable(), 'Identifier of the charge filter; null without one'),
  svc_fixed_charge_id: described(id().nullable(), 'Identifier of the fixed charge; null for other fees'),
  svc_invoice_id: described(id().nullable(), ...texts.invoiceId),
  svc_true_up_fee_id: described(
    id().nullable(),
    'Fee that raises this one to the minimum of its charge; null without one',
  ),
  svc_true_up_parent_fee_id: described(id().nullable(), 'Fee that this one raises to the minimum; null for other fees'),
  svc_original_fee_id: described(id().nullable(), 'Fee that this one replaces; null for other fees'),
  svc_subscription_id: described(id().nullable(), ...texts.subscriptionId),
  svc_customer_id: described(id().nullable(), ...texts.customerId),
  external_customer_id: described(z.string().nullable(), ...texts.externalCustomerId),
  external_subscription_id: described(z.string().nullable(), ...texts.externalSubscriptionId),
  item: described(
    z.object({
      type: described(z.enum(feeTypes), 'Kind'),
      code: described(z.string(), 'Code of the billed item', 'storage'),
      name: described(z.string(), 'Name of the billed item', 'Storage'),
      description: described(z.string().nullable(), ...texts.description),
      invoice_display_name: described(z.string(), ...texts.invoiceDisplayName),
      filters: described(
        z.record(z.string(), z.array(z.string())).nullable(),
        'Values of the charge filter, by key',
        'eu',
      ),
      filter_invoice_display_name: described(z.string().nullable(), 'Name of the charge filter on documents', 'Europe'),
      svc_item_id: described(id(), ...texts.itemId),
      item_type: described(
        z.enum(['AddOn', 'BillableMetric', 'Subscription', 'WalletTransaction']),
        'Kind of the item',
        'BillableMetric',
      ),
      grouped_by: described(
        z.record(z.string(), z.string().nullable()),
        'Values of the properties by which usage is grouped',
        'eu',
      ),
    }),
    ...texts.item,
  ),
  pay_in_advance: described(z.boolean(), ...texts.payInAdvance),
  invoiceable: described(z.boolean(), 'Whether its fees are invoiced'),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  precise_amount: described(decimalString(), 'Amount before rounding, in the main unit', '125.0'),
  precise_total_amount: described(decimalString(), 'Total with taxes before rounding, in the main unit', '150.0'),
  taxes_amount_cents: described(cents(), ...texts.taxesAmountCents),
  taxes_precise_amount: described(decimalString(), 'Taxes before rounding, in the main unit', '25.0'),
  taxes_rate: described(z.number(), ...texts.taxesRate),
  total_amount_cents: described(cents(), ...texts.totalAmountCents),
  total_amount_currency: described(z.string(), 'Currency of the total (ISO 4217)', 'EUR'),
  units: described(decimalString(), ...texts.units),
  total_aggregated_units: described(decimalString().nullable(), 'Quantity of the whole aggregation', '10.0'),
  precise_unit_amount: described(decimalString(), 'Price of a unit before rounding, in the main unit', '12.5'),
  precise_coupons_amount_cents: described(decimalString(), 'Share of coupons before rounding', '0.0'),
  sub_total_excluding_taxes_amount_cents: described(cents(), ...texts.subTotalExcludingTaxes),
  sub_total_excluding_taxes_precise_amount_cents: described(decimalString(), 'The same before rounding', '12500.0'),
  events_count: described(z.int().nullable(), ...texts.eventsCount),
  payment_status: described(z.enum(feePaymentStatuses), ...texts.paymentStatus),
  created_at: createdAt(),
  succeeded_at: described(timestamp().nullable(), 'When it succeeded; null unless it did'),
  failed_at: described(timestamp().nullable(), 'When it failed; null unless it did'),
  refunded_at: described(timestamp().nullable(), 'When it was refunded; null unless it was'),
  /** Absent on commitments and purchased credits. */
  from_date: described(timestamp().nullable().optional(), 'Start of the period of the entry', '2026-03-01T00:00:00Z'),
  to_date: described(timestamp().nullable().optional(), 'End of the period of the entry', '2026-03-31T23:59:59Z'),
  /** Only on fees of usage charges paid in advance; null on their renewals. */
  event_transaction_id: described(
    z.string().nullable().optional(),
    'Transaction id of the event that the fee is for',
    'evt_2026_000017',
  ),
  description: described(z.string().nullable(), ...texts.description),
  amount_details: strictly(z.record(z.string(), z.unknown()), AmountDetails),
  self_billed: described(z.boolean(), ...texts.selfBilled),
  pricing_unit_details: PricingUnitDetails.nullable(),
  presentation_breakdowns: z.array(PresentationBreakdown),
});
export type Fee = z.infer<typeof Fee>;

/** A fee in its own answer. */
export const FeeWithTaxes = described(
  Fee.extend({ applied_taxes: z.array(FeeAppliedTax) }),
  'A fee in its own answers, with its taxes',
);
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
  created_at_to: described(queryInstant(), 'Latest creation'),
  external_customer_id: described(queryText(), ...texts.externalCustomerId),
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
  currency: described(queryText(), ...texts.currency),
  billable_metric_code: described(queryText(), ...texts.metricCode),
  fee_type: described(listChoice(feeTypes), 'Kind of the fee', 'charge'),
  payment_status: described(listChoice(feePaymentStatuses), ...texts.paymentStatus),
  event_transaction_id: described(queryText(), 'Transaction id of the event that the fee is for', 'evt_2026_000017'),
  succeeded_at_from: described(queryInstant(), 'Earliest success'),
  succeeded_at_to: described(queryInstant(), 'Latest success'),
  failed_at_from: described(queryInstant(), 'Earliest failure'),
  failed_at_to: described(queryInstant(), 'Latest failure'),
  refunded_at_from: described(queryInstant(), 'Earliest refund'),
  refunded_at_to: described(queryInstant(), 'Latest refund'),
});
export type FeeFilters = QueryInput<typeof FeeFilters>;

export const FeeUpdate = bodyOf(Fee, { payment_status: mandatoryChoice(feePaymentStatuses) });
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
    validates: 'after loading',
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
