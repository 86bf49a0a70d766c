import { stepOperations } from '@tollgate/rating';
import { z } from 'zod';
import { cents, decimalString, id, timestamp } from '../http/fields.js';
import { pagination, query, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { aggregationTypes, roundingFunctions } from './billable-metrics.js';
import { chargeModels, ChargeProperties } from './charge-prices.js';

/** One operation on decimals and on results of earlier steps. */
export const ExplanationStep = z.object({
  id: z.string(),
  kind: z.string(),
  rule: z.string(),
  of: z.string().nullable(),
  op: z.enum(stepOperations),
  args: z.array(z.string()),
  places: z.int().nullable(),
  value: z.string().nullable(),
});
export type ExplanationStep = z.infer<typeof ExplanationStep>;

/** A stored value that its steps do not lead to. */
export const ExplanationDifference = z.object({
  field: z.string(),
  stored: z.string(),
  computed: z.string().nullable(),
});
export type ExplanationDifference = z.infer<typeof ExplanationDifference>;

/** Fields of every fee's explanation. */
const explained = {
  svc_fee_id: id(),
  format: z.int(),
  amount_cents: cents(),
  amount_currency: z.string(),
  taxes_amount_cents: cents(),
  rated_at: timestamp(),
  agrees: z.boolean(),
  differences: z.array(ExplanationDifference),
  steps: z.array(ExplanationStep),
  discount_steps: z.array(ExplanationStep),
  tax_steps: z.array(ExplanationStep),
};

/** A price as of the fee. */
const price = {
  charge_model: z.enum(chargeModels),
  properties: strictly(z.record(z.string(), z.unknown()), ChargeProperties),
  conversion_rate: decimalString().nullable(),
};

/** A metric as of the fee. */
export const ExplainedMetric = z.object({
  code: z.string(),
  aggregation_type: z.enum(aggregationTypes),
  field_name: z.string().nullable(),
  recurring: z.boolean(),
  rounding_function: z.enum(roundingFunctions).nullable(),
  rounding_precision: z.int().nullable(),
  expression: z.string().nullable(),
});

const usageCharge = {
  plan_code: z.string(),
  charge_code: z.string(),
  ...price,
  prorated: z.boolean(),
  metric: ExplainedMetric,
  filters: z.record(z.string(), z.array(z.string())).nullable(),
  grouped_by: z.record(z.string(), z.string().nullable()),
  timezone: z.string(),
  usage_from_datetime: timestamp(),
  usage_to_datetime: timestamp(),
};

/** A fee of usage of a period (metering, sections 4 to 6). */
export const ChargeExplanation = z.object({
  kind: z.literal('charge'),
  ...explained,
  ...usageCharge,
  events_count: z.int(),
});

/** A fee of one event (metering, section 5.10). */
export const EventExplanation = z.object({
  kind: z.literal('event'),
  ...explained,
  ...usageCharge,
  event_transaction_id: z.string(),
  event_timestamp: timestamp(),
  event_value: z.string().nullable(),
});

/** The fee that fills up the minimum of a charge (charges, section 2.6). */
export const MinimumExplanation = z.object({
  kind: z.literal('minimum'),
  ...explained,
  plan_code: z.string(),
  charge_code: z.string(),
  conversion_rate: decimalString().nullable(),
});

/** The fee of a plan (subscriptions, section 5). */
export const SubscriptionExplanation = z.object({
  kind: z.literal('subscription'),
  ...explained,
  plan_code: z.string(),
  timezone: z.string(),
  formula: z.enum(['ending', 'upgraded', 'full', 'first']),
  trial_end: timestamp().nullable(),
});

/** A fee of a fixed charge, for a period or for units that changed within it (charges, section 5). */
export const FixedChargeExplanation = z.object({
  kind: z.enum(['fixed_charge', 'fixed_charge_change']),
  ...explained,
  plan_code: z.string(),
  charge_code: z.string(),
  ...price,
  prorated: z.boolean(),
});

/** The fee that fills up a minimum commitment (charges, section 6). */
export const CommitmentExplanation = z.object({
  kind: z.literal('commitment'),
  ...explained,
  plan_code: z.string(),
});

/** A fee without a plan: an add-on, or credits of a wallet. */
export const SaleExplanation = z.object({ kind: z.enum(['add_on', 'credit']), ...explained });

/** How a fee came to its amount: one shape for each kind of fee. */
export const FeeExplanation = z.union([
  ChargeExplanation,
  EventExplanation,
  MinimumExplanation,
  SubscriptionExplanation,
  FixedChargeExplanation,
  CommitmentExplanation,
  SaleExplanation,
]);
export type FeeExplanation = z.infer<typeof FeeExplanation>;

export const explanationReasons = ['inputs_not_stored', 'format_unknown'] as const;

/** The credit of a fee from a fee of an earlier progressive invoice (charges, section 7.5). */
export const ExplainedProgressiveCredit = z.object({
  svc_fee_id: id(),
  svc_progressive_invoice_id: id(),
  svc_progressive_fee_id: id(),
  amount_cents: cents(),
});

/** The share of a coupon that a fee bears (invoices, section 5.3). */
export const ExplainedCouponShare = z.object({
  svc_fee_id: id(),
  precise_base_amount_cents: decimalString(),
  precise_amount_cents: decimalString(),
});

/** A coupon on an invoice, with its share of each fee. */
export const ExplainedCoupon = z.object({
  svc_applied_coupon_id: id(),
  coupon_code: z.string(),
  coupon_name: z.string(),
  precise_base_amount_cents: decimalString().nullable(),
  amount_cents: cents(),
  shares: z.array(ExplainedCouponShare).nullable(),
});

/** A wallet that paid for an invoice. */
export const ExplainedWallet = z.object({
  svc_wallet_id: id(),
  name: z.string().nullable(),
  amount_cents: cents(),
  granted_amount_cents: cents().nullable(),
  purchased_amount_cents: cents().nullable(),
});

/** How an invoice came from its fees to its total (invoices, section 3). */
export const InvoiceExplanation = z.object({
  svc_invoice_id: id(),
  total_amount_cents: cents(),
  total_amount_currency: z.string(),
  agrees: z.boolean(),
  differences: z.array(ExplanationDifference),
  steps: z.array(ExplanationStep),
  fees: z.array(
    z.object({
      svc_fee_id: id(),
      amount_cents: cents(),
      precise_coupons_amount_cents: decimalString(),
      explained: z.boolean(),
    }),
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
export const UsageExplanation = z.object({
  ...usageCharge,
  events_count: z.int(),
  amount_cents: cents(),
  amount_currency: z.string(),
  agrees: z.boolean(),
  differences: z.array(ExplanationDifference),
  steps: z.array(ExplanationStep),
});
export type UsageExplanation = z.infer<typeof UsageExplanation>;

export const UsageExplanationFilters = query({
  ...pagination,
  external_subscription_id: queryText(),
  charge_code: queryText(),
  billable_metric_code: queryText(),
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
    answer: { explanation: FeeExplanation.nullable(), reason: z.enum(explanationReasons).nullable() },
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
