import { z } from 'zod';

/**
 * The work to bill for a customer at `billing_at`, and the plans in advance that ended early: their proration credits
 * come first.
 */
export const BillingRunRequest = z.object({
  customer_id: z.uuid(),
  billing_at: z.iso.datetime({ precision: 3 }),
  /** The customer's time zone when the run became due; absent in runs of older versions. */
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
      /** Whether the start waits for its payment, so its invoice is hidden until then; absent means no. */
      awaits_payment: z.boolean().optional(),
      /** The cutoff of the quantity history: this run does not bill later changes. */
      units_until: z.int().optional(),
      /**
       * Units of fixed charges in advance that changed within a period; absent if all charges in advance are billed.
       */
      new_units: z.array(z.object({ fixed_charge_id: z.uuid(), units: z.string() })).optional(),
    }),
  ),
  /** Proration credits, under the name of the previous version. */
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

/** A stored usage event that is charged separately. */
export const EventInAdvance = z.object({
  event_id: z.uuid(),
  external_subscription_id: z.string(),
  code: z.string(),
  transaction_id: z.string(),
  /** Unix microseconds. */
  timestamp: z.int(),
  /** Unix milliseconds. */
  received_at: z.int(),
  /** JSON text: properties may contain characters that a database rejects inside of JSON. */
  properties: z.string(),
  precise_total_amount_cents: z.string().nullable(),
});
export type EventInAdvance = z.infer<typeof EventInAdvance>;

/** A payment recorded on an invoice. */
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

/** A part of a payment that went back, or was to go back, without a credit note. */
export const ReturnedPart = z.object({
  payment_id: z.uuid(),
  return_id: z.uuid(),
  /** As the webhook shows it. */
  refund: z.object({
    amount_cents: z.int(),
    amount_currency: z.string(),
    /** `not_due`: no invoice needed it; `provider`: people refunded it at the provider. */
    origin: z.enum(['not_due', 'provider']),
    status: z.enum(['succeeded', 'failed']),
    provider_refund_id: z.string().nullable(),
    provider_error: z.object({ message: z.string(), error_code: z.string().nullable() }).nullable(),
  }),
});
export type ReturnedPart = z.infer<typeof ReturnedPart>;

/** An issued invoice, and whether to skip the provider. */
export const IssuedToPay = z.object({ invoice_id: z.uuid(), skip_psp: z.boolean().optional() });

/** The overdue amounts of a customer after the last request of its campaign. */
export const FinishedDunning = z.object({
  customer_id: z.uuid(),
  external_customer_id: z.string(),
  dunning_campaign_code: z.string(),
  /** Of the customer's currency. */
  overdue_balance_cents: z.int(),
  overdue_balance_currency: z.string().nullable(),
  overdue_balances: z.array(z.object({ currency: z.string(), amount_cents: z.int() })),
});

/** A number of exact value and any size. */
const decimalText = z.string();

/** The usage snapshot for a subscription's alerts: amounts in cents, before taxes (customers, section 8.1). */
export const UsageSnapshot = z.object({
  subscription_id: z.uuid(),
  external_subscription_id: z.string(),
  current_usage_amount: decimalText,
  /** Beginning of the running period, Unix milliseconds; absent in messages of an earlier version. */
  period_from: z.int().optional(),
  /** Absent if no alert watches it. */
  lifetime_usage_amount: decimalText.optional(),
  /** By metric, for metrics that the plan charges and an alert watches: the largest of their fees. */
  metrics: z.array(
    z.object({
      billable_metric_id: z.uuid(),
      amount: decimalText,
      units: decimalText,
      /** Whether its units stay from period to period. */
      recurring: z.boolean().optional(),
      /** Absent if no alert watches it. */
      lifetime_units: decimalText.optional(),
    }),
  ),
});
export type UsageSnapshot = z.infer<typeof UsageSnapshot>;

/** The forecast of a subscription's running period (catalog, section 24). */
export const ForecastSnapshot = z.object({
  subscription_id: z.uuid(),
  external_subscription_id: z.string(),
  /** Beginning of the running period, Unix milliseconds. */
  period_from: z.int(),
  /** Its expected total amount, in cents. */
  projected_amount: decimalText,
});
export type ForecastSnapshot = z.infer<typeof ForecastSnapshot>;

/** How far a subscription's use of metrics is above its usual on a day (customers, section 8.3). */
export const DeviationSnapshot = z.object({
  subscription_id: z.uuid(),
  external_subscription_id: z.string(),
  /** Beginning of the day, Unix milliseconds. */
  period_from: z.int(),
  metrics: z.array(z.object({ billable_metric_id: z.uuid(), deviation_percent: decimalText })),
});
export type DeviationSnapshot = z.infer<typeof DeviationSnapshot>;

/** Sold credits, which become available once their invoice is paid. */
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
  /** The invoice is hidden until it is paid. */
  requires_successful_payment: z.boolean(),
  /** The invoice is paid manually, without a provider. */
  skip_psp: z.boolean().optional(),
  /** The invoices of failed automatic sales that this one replaces. */
  replaced_invoice_ids: z.array(z.uuid()).optional(),
  /**
   * Custom sections that the transaction or its wallet selects for the invoice, by code, or none; else the customer's
   * apply.
   */
  custom_sections: z.object({ skip: z.boolean(), codes: z.array(z.string()) }).optional(),
});
export type SoldCredits = z.infer<typeof SoldCredits>;

/** A customer's unbilled amount of one kind, in cents; negative if too much was billed (wallets, section 6). */
export const UnbilledUsage = z.object({
  fee_type: z.enum(['charge', 'fixed_charge', 'add_on', 'subscription', 'credit', 'commitment']),
  billable_metric_id: z.uuid().nullable(),
  /** The wallet named by its events. */
  target_wallet_code: z.string().nullable(),
  currency: z.string(),
  amount: decimalText,
});
export type UnbilledUsage = z.infer<typeof UnbilledUsage>;

/** A file's location, and the key that signs its address. */
export const StoredFile = z.object({ address: z.string(), key: z.string() });

const shown = z.record(z.string(), z.unknown());

/** An endpoint for the security log; on a change, the removed and the added values. */
export const ChangedEndpoint = z.object({ webhook_endpoint_id: z.uuid(), resources: shown });

/** A coupon as answers show it. */
export const ShownCoupon = z.object({ coupon_id: z.uuid(), coupon: shown });

/** An applied coupon as answers show it. */
export const ShownAppliedCoupon = z.object({ coupon_id: z.uuid(), applied_coupon_id: z.uuid(), applied_coupon: shown });

/** An exchange rate as answers show it. */
export const ShownExchangeRate = z.object({ exchange_rate_id: z.uuid(), exchange_rate: shown });

/** An event source as lists show it, with its secret masked. */
export const ShownEventSource = z.object({ event_source_id: z.uuid(), event_source: shown });

/** A person in the portal of a customer as answers show it. */
export const ShownPortalPerson = z.object({ portal_person_id: z.uuid(), customer_id: z.uuid(), portal_person: shown });

/** A backfill of events as lists show it. */
export const ShownEventBackfill = z.object({ event_backfill_id: z.uuid(), event_backfill: shown });

/** An issuer as lists show it, and its security-relevant settings. */
export const ShownEntity = z.object({ billing_entity_id: z.uuid(), billing_entity: shown, resources: shown });

/** An invoice's use of wallets, in cents. */
export const TakenCredits = z.object({
  invoice_id: z.uuid(),
  granted_cents: z.int(),
  purchased_cents: z.int(),
  /**
   * The sender takes a snapshot of the customer's unbilled usage afterwards, so the wallet change need not request one.
   */
  measured: z.boolean().optional(),
});

/**
 * Credits used by an invoice, for the webhooks `wallet_transaction.created` and `wallet.updated`: each with an id, in
 * order.
 */
export const UsedCredits = z.object({
  created: z.array(z.object({ id: z.uuid(), wallet_transaction_id: z.uuid() })),
  updated: z.array(z.object({ id: z.uuid(), wallet_id: z.uuid() })),
});

/** A connection to another system was made, changed or removed. Nothing of it is a secret. */
export const ChangedIntegration = z.object({
  integration_id: z.uuid(),
  /** As the interface shows it. */
  integration: z.record(z.string(), z.unknown()),
  /** For the security log. */
  resources: z.record(z.string(), z.unknown()),
});

/**
 * Describes a change of a connection.
 * @param type the kind of connection
 * @param shown the connection as the interface shows it
 * @param changed the fields that a call names, those of secrets too, without their values
 */
export const changedIntegration = (
  type: 'payment_provider' | 'tax_provider' | 'accounting_provider',
  shown: { svc_id: string; code: string; name: string },
  changed: object = {},
): z.infer<typeof ChangedIntegration> => ({
  integration_id: shown.svc_id,
  integration: shown,
  resources: {
    integration_type: type,
    code: shown.code,
    name: shown.name,
    ...(Object.keys(changed).length > 0
      ? {
          changed_fields: Object.entries(changed)
            .flatMap(([field, value]) => (value === undefined ? [] : [field]))
            .sort(),
        }
      : {}),
  },
});
