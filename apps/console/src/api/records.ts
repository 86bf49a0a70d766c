import type { components } from './schema.js';

type Schemas = components['schemas'];
export type Customer = Schemas['Customer'];
export type Subscription = Schemas['Subscription'];
export type Invoice = Schemas['Invoice'];
export type SingleInvoice = Schemas['SingleInvoice'];
export type Fee = Schemas['Fee'];
export type CreditNote = Schemas['CreditNote'];
export type Payment = Schemas['Payment'];
export type PaymentRequest = Schemas['PaymentRequest'];
export type Wallet = Schemas['Wallet'];
export type WalletTransaction = Schemas['WholeWalletTransaction'];
export type AppliedCoupon = Schemas['AppliedCouponWithCredits'];
export type CustomerUsage = Schemas['CustomerUsage'];
export type Plan = Schemas['Plan'];
export type Charge = Schemas['Charge'];
export type FixedCharge = Schemas['FixedCharge'];
export type ChargeModelName = Charge['charge_model'];
type ShapeName<Model extends string> = Model extends `${infer Word}_${infer Rest}`
  ? `${Capitalize<Word>}${ShapeName<Rest>}`
  : Capitalize<Model>;
/** The properties of a charge model. */
export type ModelProperties<Model extends ChargeModelName> = Schemas[`${ShapeName<Model>}Properties`];
export type Metric = Schemas['BillableMetric'];
export type AggregationName = Metric['aggregation_type'];
export type Feature = Schemas['Feature'];
export type AddOn = Schemas['AddOn'];
export type Coupon = Schemas['Coupon'];
export type Tax = Schemas['Tax'];
export type Event = Schemas['Event'];
export type WebhookEndpoint = Schemas['WebhookEndpoint'];
export type WebhookMessage = Schemas['WebhookMessage'];
export type WebhookAttempt = Schemas['WebhookAttempt'];
export type ApiLog = Schemas['ApiLog'];
export type ActivityLog = Schemas['ActivityLog'];
export type PaymentReceipt = Schemas['PaymentReceipt'];
export type EventBackfill = Schemas['EventBackfill'];
export type EventSource = Schemas['EventSource'];
export type EventError = Schemas['EventError'];
export type EventEffects = Schemas['EventEffects'];
export type CustomerSummary = Schemas['CustomerSummary'];
export type CustomerOverview = Schemas['CustomerOverview'];
export type OverviewItem = Schemas['OverviewItem'];
export type SearchResult = Schemas['SearchResult'];
export type UsageStep = Schemas['UsageStep'];
export type WalletBalance = Schemas['WalletBalance'];
export type CurrencyAmount = Schemas['CurrencyAmount'];
