import { stepOperations } from '@tollgate/rating';
import { z } from 'zod';
import { cents, decimalString, id, timestamp } from '../http/fields.js';
import { pagination, query, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { described, shape, texts } from '../http/texts.js';
import { aggregationTypes, roundingFunctions } from './billable-metrics.js';
import { chargeModels, ChargeProperties } from './charge-prices.js';

/** One operation on decimals and on results of earlier steps. */
export const ExplanationStep = shape('One operation on decimals and on the results of earlier steps', {
  id: described(z.string(), 'Name of the step within its list', 'range_2'),
  kind: described(z.string(), 'Kind of the step', 'range_price'),
  rule: described(z.string(), 'Page and section of the reference that state the rule', 'metering, section 5.3'),
  of: described(z.string().nullable(), 'Subject: a range, a day, a tax or a fee; null for the whole', '6..10'),
  op: described(z.enum(stepOperations), 'Operation; a rounding of two arguments rounds their quotient'),
  args: described(z.array(z.string()), 'Decimals, or `$` and the name of an earlier step', '$range_2_units'),
  places: described(z.int().nullable(), 'Decimal places of a rounding; null for other operations', 0),
  value: described(z.string().nullable(), 'Exact result; null for an infinite decimal', '45.0'),
});
export type ExplanationStep = z.infer<typeof ExplanationStep>;

/** A stored value that its steps do not lead to. */
export const ExplanationDifference = shape('A stored value that differs from the result of its steps', {
  field: described(z.string(), 'Stored field', 'amount_cents'),
  stored: described(z.string(), 'Stored value', '4500'),
  computed: described(z.string().nullable(), 'Result of the steps; null for an infinite decimal', '4501'),
});
export type ExplanationDifference = z.infer<typeof ExplanationDifference>;

/** Fields of every fee's explanation. */
const explained = {
  svc_fee_id: described(id(), ...texts.feeId),
  format: described(z.int(), 'Format version of the stored inputs', 1),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  taxes_amount_cents: described(cents(), ...texts.taxesAmountCents),
  rated_at: described(timestamp(), 'When the fee was computed'),
  agrees: described(z.boolean(), 'Whether the steps result in the stored amounts'),
  differences: z.array(ExplanationDifference),
  steps: z.array(ExplanationStep),
  discount_steps: z.array(ExplanationStep),
  tax_steps: z.array(ExplanationStep),
};

/** A price as of the fee. */
const price = {
  charge_model: described(z.enum(chargeModels), ...texts.chargeModel),
  properties: strictly(z.record(z.string(), z.unknown()), ChargeProperties),
  conversion_rate: described(decimalString().nullable(), "Value of a pricing unit in the plan's currency", '0.5'),
};

/** A metric as of the fee. */
export const ExplainedMetric = shape('A billable metric as it was when the fee was computed', {
  code: described(z.string(), ...texts.code),
  aggregation_type: described(z.enum(aggregationTypes), ...texts.aggregation),
  field_name: described(z.string().nullable(), 'Property of the event that is aggregated; null for a count', 'gb'),
  recurring: described(z.boolean(), 'Whether units continue into the next period'),
  rounding_function: described(z.enum(roundingFunctions).nullable(), 'Rounding of the quantity; null: none'),
  rounding_precision: described(z.int().nullable(), 'Decimal places of the rounded quantity', 2),
  expression: described(
    z.string().nullable(),
    'Formula that computes the property from the event; null without one',
    'event.properties.mb / 1024',
  ),
});

const usageCharge = {
  plan_code: described(z.string(), ...texts.planCode),
  charge_code: described(z.string(), ...texts.chargeCode),
  ...price,
  prorated: described(z.boolean(), 'Whether a part of a period is prorated'),
  metric: ExplainedMetric,
  filters: described(z.record(z.string(), z.array(z.string())).nullable(), 'Values of the charge filter, by key', 'eu'),
  grouped_by: described(
    z.record(z.string(), z.string().nullable()),
    'Values of the properties by which usage is grouped',
    'eu',
  ),
  timezone: described(z.string(), ...texts.timezone),
  usage_from_datetime: described(timestamp(), 'First moment of the rated usage', '2026-03-01T00:00:00Z'),
  usage_to_datetime: described(timestamp(), 'Last moment of the rated usage', '2026-03-31T23:59:59Z'),
};

/** A fee of usage of a period (metering, sections 4 to 6). */
export const ChargeExplanation = shape('The computation of a fee for the usage of a period', {
  kind: described(z.literal('charge'), 'Kind of rule that determined the amount'),
  ...explained,
  ...usageCharge,
  events_count: described(z.int(), ...texts.eventsCount),
});

/** A fee of one event (metering, section 5.10). */
export const EventExplanation = shape(
  'The computation of the fee of an event: the price with it, less the price without it',
  {
    kind: described(z.literal('event'), 'Kind of rule that determined the amount'),
    ...explained,
    ...usageCharge,
    event_transaction_id: described(z.string(), 'Transaction id of the event that the fee is for', 'evt_2026_000017'),
    event_timestamp: described(timestamp(), 'Time of the event'),
    event_value: described(
      z.string().nullable(),
      'Value of the aggregated property of the event; null without one, or if it is too long',
      '12',
    ),
  },
);

/** The fee that fills up the minimum of a charge (charges, section 2.6). */
export const MinimumExplanation = shape('The computation of the fee that fills up the minimum of a charge', {
  kind: described(z.literal('minimum'), 'Kind of rule that determined the amount'),
  ...explained,
  plan_code: described(z.string(), ...texts.planCode),
  charge_code: described(z.string(), ...texts.chargeCode),
  conversion_rate: described(decimalString().nullable(), "Value of a pricing unit in the plan's currency", '0.5'),
});

/** The fee of a plan (subscriptions, section 5). */
export const SubscriptionExplanation = shape('The computation of the fee of a plan', {
  kind: described(z.literal('subscription'), 'Kind of rule that determined the amount'),
  ...explained,
  plan_code: described(z.string(), ...texts.planCode),
  timezone: described(z.string(), ...texts.timezone),
  formula: described(
    z.enum(['ending', 'upgraded', 'full', 'first']),
    'Formula that applied: the end, the start after an upgrade, the full price, or the first period',
  ),
  trial_end: described(timestamp().nullable(), 'End of the trial of the subscription; null without one'),
});

/** A fee of a fixed charge, for a period or for units that changed within it (charges, section 5). */
export const FixedChargeExplanation = shape('The computation of a fee of a fixed charge', {
  kind: described(z.enum(['fixed_charge', 'fixed_charge_change']), 'Kind of rule that determined the amount'),
  ...explained,
  plan_code: described(z.string(), ...texts.planCode),
  charge_code: described(z.string(), ...texts.chargeCode),
  ...price,
  prorated: described(z.boolean(), 'Whether a part of a period is prorated'),
});

/** The fee that fills up a minimum commitment (charges, section 6). */
export const CommitmentExplanation = shape('The computation of the fee that fills up a minimum commitment', {
  kind: described(z.literal('commitment'), 'Kind of rule that determined the amount'),
  ...explained,
  plan_code: described(z.string(), ...texts.planCode),
});

/** A fee without a plan: an add-on, or credits of a wallet. */
export const SaleExplanation = shape('The computation of the fee of an add-on or of purchased credits', {
  kind: described(z.enum(['add_on', 'credit']), 'Kind of rule that determined the amount'),
  ...explained,
});

/** How a fee came to its amount: one shape for each kind of fee. */
export const FeeExplanation = described(
  z.union([
    ChargeExplanation,
    EventExplanation,
    MinimumExplanation,
    SubscriptionExplanation,
    FixedChargeExplanation,
    CommitmentExplanation,
    SaleExplanation,
  ]),
  'The computation of a fee: one shape for each kind of fee',
);
export type FeeExplanation = z.infer<typeof FeeExplanation>;

export const explanationReasons = ['inputs_not_stored', 'format_unknown'] as const;

/** The credit of a fee from a fee of an earlier progressive invoice (charges, section 7.5). */
export const ExplainedProgressiveCredit = shape('The credit of a fee on an earlier progressive invoice', {
  svc_fee_id: described(id(), ...texts.feeId),
  svc_progressive_invoice_id: described(id(), 'The progressive invoice'),
  svc_progressive_fee_id: described(id(), 'Its fee of the same filter and group'),
  amount_cents: described(
    cents(),
    'Amount that the progressive fee billed before, in the smallest unit of the currency',
    1200,
  ),
});

/** The share of a coupon that a fee bears (invoices, section 5.3). */
export const ExplainedCouponShare = shape('The discount of a coupon on a fee', {
  svc_fee_id: described(id(), ...texts.feeId),
  precise_base_amount_cents: described(
    decimalString(),
    'Remaining amount of the fee before this coupon, in cents',
    '1500.0',
  ),
  precise_amount_cents: described(decimalString(), 'Discount on the fee, in cents', '150.0'),
});

/** A coupon on an invoice, with its share of each fee. */
export const ExplainedCoupon = shape('A coupon on an invoice, with its share of each fee', {
  svc_applied_coupon_id: described(id(), 'The application of the coupon to the customer'),
  coupon_code: described(z.string(), ...texts.couponCode),
  coupon_name: described(z.string(), 'Name of the coupon', 'Welcome'),
  precise_base_amount_cents: described(
    decimalString().nullable(),
    'Discounted amount in cents; null if only its discount is stored',
    '4500.0',
  ),
  amount_cents: described(cents(), 'Discount on the invoice, in the smallest unit of the currency', 450),
  shares: z.array(ExplainedCouponShare).nullable(),
});

/** A wallet that paid for an invoice. */
export const ExplainedWallet = shape('A wallet that paid for an invoice', {
  svc_wallet_id: described(id(), ...texts.walletId),
  name: described(z.string().nullable(), ...texts.name),
  amount_cents: described(cents(), 'Paid amount, in the smallest unit of the currency'),
  granted_amount_cents: described(cents().nullable(), 'Part that granted credits paid; null if it is not recorded', 50),
  purchased_amount_cents: described(
    cents().nullable(),
    'Part that purchased credits paid; null if it is not recorded',
    30,
  ),
});

/** How an invoice came from its fees to its total (invoices, section 3). */
export const InvoiceExplanation = shape('The computation of an invoice from its fees to its total', {
  svc_invoice_id: described(id(), ...texts.invoiceId),
  total_amount_cents: described(cents(), ...texts.totalAmountCents),
  total_amount_currency: described(z.string(), 'Currency of the total (ISO 4217)', 'EUR'),
  agrees: described(z.boolean(), 'Whether the steps result in the stored amounts'),
  differences: z.array(ExplanationDifference),
  steps: z.array(ExplanationStep),
  fees: described(
    z.array(
      z.object({
        svc_fee_id: described(id(), ...texts.feeId),
        amount_cents: described(cents(), ...texts.amountCents),
        precise_coupons_amount_cents: described(decimalString(), 'Share of coupons before rounding', '0.0'),
        explained: described(z.boolean(), 'Whether the inputs of the fee are stored'),
      }),
    ),
    'The fees in their order, each with its discounts',
  ),
  /** By fee, the oldest progressive invoice first; null if only the amounts of the fees are stored. */
  progressive_credits: z.array(ExplainedProgressiveCredit).nullable(),
  /** In the order of their use. */
  coupons: z.array(ExplainedCoupon),
  /** The wallets whose credits paid for it, in the order of their use. */
  wallets: z.array(ExplainedWallet),
});
export type InvoiceExplanation = z.infer<typeof InvoiceExplanation>;

/** How usage of the running period, which is on no invoice yet, comes to its amount (metering, section 7.1). */
export const UsageExplanation = shape('The computation of current usage, which is not on an invoice yet', {
  ...usageCharge,
  events_count: described(z.int(), ...texts.eventsCount),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  agrees: described(z.boolean(), 'Whether the steps result in the stored amounts'),
  differences: z.array(ExplanationDifference),
  steps: z.array(ExplanationStep),
});
export type UsageExplanation = z.infer<typeof UsageExplanation>;

export const UsageExplanationFilters = query({
  ...pagination,
  external_subscription_id: described(queryText(), ...texts.externalSubscriptionId),
  charge_code: described(queryText(), ...texts.chargeCode),
  billable_metric_code: described(queryText(), ...texts.metricCode),
});
export type UsageExplanationFilters = QueryInput<typeof UsageExplanationFilters>;

const shared = { service: 'invoicing', method: 'GET' } as const;

/** Explanations of amounts, which are derived at every read from stored inputs. */
export const explanationRoutes = {
  fee: route({
    ...shared,
    permission: 'fee',
    path: '/fees/:svc_id/explanation',
    summary: 'Explain the amount of a fee, step by step',
    answer: {
      explanation: FeeExplanation.nullable(),
      reason: described(z.enum(explanationReasons).nullable(), ...texts.reason),
    },
  }),
  invoice: route({
    ...shared,
    permission: 'invoice',
    path: '/invoices/:svc_id/explanation',
    summary: 'Explain the total of an invoice, starting with its fees',
    answer: { explanation: InvoiceExplanation },
  }),
  currentUsage: route({
    ...shared,
    permission: 'customer_usage',
    path: '/customers/:external_customer_id/current_usage/explanation',
    summary: 'Explain the current usage of a subscription, step by step',
    query: UsageExplanationFilters,
    answer: { explanations: z.array(UsageExplanation), meta: Meta },
  }),
};
