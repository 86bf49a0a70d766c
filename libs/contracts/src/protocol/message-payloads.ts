import { z } from 'zod';

/** What is to be billed of a customer at `billing_at`, and which plans in advance ended early: their proration credits come first. */
export const BillingRunRequest = z.object({
  customer_id: z.uuid(),
  billing_at: z.iso.datetime({ precision: 3 }),
  /** That the customer was billed in when the run fell due; absent in runs asked for before this was told. */
  timezone: z.string().optional(),
  subscriptions: z.array(
    z.object({
      subscription_id: z.uuid(),
      invoicing_reason: z.enum([
        'subscription_starting',
        'subscription_periodic',
        'subscription_terminating',
        'in_advance_charge',
      ]),
      /** The start that a plan in advance bills when its trial has ended. */
      trial_ended: z.boolean(),
      /** The cutoff of the quantity history: changes behind it are not billed with this. */
      units_until: z.int().optional(),
      /** Units of fixed charges in advance that changed within a period; absent where all that is in advance is billed. */
      new_units: z.array(z.object({ fixed_charge_id: z.uuid(), units: z.string() })).optional(),
    }),
  ),
  /** Proration credits; the name is that of the version before. */
  unused_days: z.array(
    z.object({ subscription_id: z.uuid(), mode: z.enum(['credit', 'refund', 'offset']), upgrade: z.boolean() }),
  ),
});
export type BillingRunRequest = z.infer<typeof BillingRunRequest>;

/** New units of a fixed charge of a plan. */
export const ChangedUnits = z.object({
  plan_id: z.uuid(),
  fixed_charge_id: z.uuid(),
  units: z.string(),
  revision: z.int(),
  pay_in_advance: z.boolean(),
  /** In force at once, else from the next period on. */
  immediately: z.boolean(),
});

/** A stored usage event that is charged by itself. */
export const EventInAdvance = z.object({
  event_id: z.uuid(),
  external_subscription_id: z.string(),
  code: z.string(),
  transaction_id: z.string(),
  /** Unix microseconds. */
  timestamp: z.int(),
  /** Unix milliseconds. */
  received_at: z.int(),
  /** JSON text: properties may hold characters that a database does not take inside of JSON. */
  properties: z.string(),
  precise_total_amount_cents: z.string().nullable(),
});
export type EventInAdvance = z.infer<typeof EventInAdvance>;

/** A payment that an invoice took. */
export const RecordedPayment = z.object({
  payment_id: z.uuid(),
  invoice_id: z.uuid(),
  customer_id: z.uuid(),
  amount_cents: z.int(),
  currency: z.string(),
  reference: z.string(),
  by_provider: z.boolean().optional(),
  paid_at: z.iso.datetime({ precision: 3 }),
});
export type RecordedPayment = z.infer<typeof RecordedPayment>;

/** An invoice that was issued, and whether no provider is to be asked for it. */
export const IssuedToPay = z.object({ invoice_id: z.uuid(), skip_psp: z.boolean().optional() });

/** What was still overdue of a customer when its campaign had asked for the last time. */
export const FinishedDunning = z.object({
  customer_id: z.uuid(),
  external_customer_id: z.string(),
  dunning_campaign_code: z.string(),
  /** Of the customer's currency. */
  overdue_balance_cents: z.int(),
  overdue_balance_currency: z.string().nullable(),
  overdue_balances: z.array(z.object({ currency: z.string(), amount_cents: z.int() })),
});

/** A number that is exact whatever its size. */
const decimalText = z.string();

/** What alerts of a subscription watch, as it was measured: amounts in cents, before taxes (customers, section 8.1). */
export const UsageSnapshot = z.object({
  subscription_id: z.uuid(),
  external_subscription_id: z.string(),
  current_usage_amount: decimalText,
  /** Absent where no alert watches it. */
  lifetime_usage_amount: decimalText.optional(),
  /** By metrics that the plan charges, of those that an alert watches: the largest of their fees. */
  metrics: z.array(
    z.object({
      billable_metric_id: z.uuid(),
      amount: decimalText,
      units: decimalText,
      /** Absent where no alert watches it. */
      lifetime_units: decimalText.optional(),
    }),
  ),
});
export type UsageSnapshot = z.infer<typeof UsageSnapshot>;

/** What a wallet is topped up with; credits are decimals, as text. */
export const TopUpRequest = z.object({
  wallet_id: z.uuid(),
  source: z.enum(['manual', 'interval', 'threshold']),
  paid_credits: z.string(),
  granted_credits: z.string(),
  name: z.string().nullable(),
  /** Unbounded: what is no priority makes the top-up fail. */
  priority: z.unknown(),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
  purchase_order_number: z.string().nullable(),
  payment_method_type: z.enum(['provider', 'manual']),
  invoice_requires_successful_payment: z.boolean(),
  ignore_paid_top_up_limits: z.boolean(),
  recurring_rule_id: z.uuid().nullable(),
});
export type TopUpRequest = z.infer<typeof TopUpRequest>;

/** Credits that are sold, and are there once their invoice is paid. */
export const SoldCredits = z.object({
  wallet_transaction_id: z.uuid(),
  wallet_id: z.uuid(),
  customer_id: z.uuid(),
  /** Null: the customer's. */
  billing_entity_id: z.uuid().nullable(),
  currency: z.string(),
  amount_cents: z.int(),
  /** Decimals, as text. */
  credit_amount: z.string(),
  rate_amount: z.string(),
  name: z.string().nullable(),
  purchase_order_number: z.string().nullable(),
  /** The invoice is shown once it is paid. */
  requires_successful_payment: z.boolean(),
  /** The invoice is paid by hand: no provider is asked. */
  skip_psp: z.boolean().optional(),
  /** The texts that its transaction or its wallet wants on the invoice, by code, or none; else the customer says. */
  custom_sections: z.object({ skip: z.boolean(), codes: z.array(z.string()) }).optional(),
});
export type SoldCredits = z.infer<typeof SoldCredits>;

/** What a customer owes and was not billed for, of one kind, in cents; less than nothing where more was billed (wallets, section 6). */
export const UnbilledUsage = z.object({
  fee_type: z.enum(['charge', 'fixed_charge', 'add_on', 'subscription', 'credit', 'commitment']),
  billable_metric_id: z.uuid().nullable(),
  /** The wallet that its events name. */
  target_wallet_code: z.string().nullable(),
  currency: z.string(),
  amount: decimalText,
});
export type UnbilledUsage = z.infer<typeof UnbilledUsage>;

/** Where a file is, and the key that its address is signed with. */
export const StoredFile = z.object({ address: z.string(), key: z.string() });

const shown = z.record(z.string(), z.unknown());

/** What is told of an endpoint in the log of what concerns security; of a change, what was taken away and what was added. */
export const ChangedEndpoint = z.object({ webhook_endpoint_id: z.uuid(), resources: shown });

/** A coupon, and how its answers show it. */
export const ShownCoupon = z.object({ coupon_id: z.uuid(), coupon: shown });

/** A coupon of a customer, and how its answers show it. */
export const ShownAppliedCoupon = z.object({ coupon_id: z.uuid(), applied_coupon_id: z.uuid(), applied_coupon: shown });

/** An issuer, how lists show it, and what of it concerns security. */
export const ShownEntity = z.object({ billing_entity_id: z.uuid(), billing_entity: shown, resources: shown });

/** What an invoice takes of wallets, in cents. */
export const TakenCredits = z.object({
  invoice_id: z.uuid(),
  granted_cents: z.int(),
  purchased_cents: z.int(),
  /** What its customer was not billed for is measured behind it anyway: the change of the wallet need not ask for that. */
  measured: z.boolean().optional(),
});

/** What an invoice used, told outside as `wallet_transaction.created` and `wallet.updated`: each with an id, in their order. */
export const UsedCredits = z.object({
  created: z.array(z.object({ id: z.uuid(), wallet_transaction_id: z.uuid() })),
  updated: z.array(z.object({ id: z.uuid(), wallet_id: z.uuid() })),
});
