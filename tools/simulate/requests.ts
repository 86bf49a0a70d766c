// The request bodies of the calls of random lives.

export type Interval = 'weekly' | 'monthly' | 'quarterly' | 'semiannual' | 'yearly';
export type Aggregation = 'count_agg' | 'sum_agg' | 'max_agg' | 'latest_agg' | 'unique_count_agg' | 'weighted_sum_agg';
export type ChargeModel =
  'standard' | 'graduated' | 'graduated_percentage' | 'package' | 'volume' | 'percentage' | 'dynamic';
export type Rounding = 'round' | 'ceil' | 'floor';
export type BillingTime = 'calendar' | 'anniversary';
export type Frequency = 'once' | 'recurring' | 'forever';

export interface TaxRequest {
  name: string;
  code: string;
  rate: number;
  applied_to_organization: boolean;
}

export interface MetricRequest {
  name: string;
  code: string;
  aggregation_type: Aggregation;
  field_name?: string;
  recurring?: boolean;
  weighted_interval?: 'seconds';
  rounding_function?: Rounding;
  rounding_precision?: number;
  filters?: { key: string; values: string[] }[];
}

export interface AddOnRequest {
  name: string;
  code: string;
  amount_cents: number;
  amount_currency: string;
  tax_codes?: string[];
}

export interface Range {
  from_value: number;
  to_value: number | null;
}

export interface PricedRange extends Range {
  per_unit_amount: string;
  flat_amount: string;
}

export interface RatedRange extends Range {
  rate: string;
  flat_amount: string;
}

/** The properties of all charge models together; each model has its own. */
export interface Properties {
  amount?: string;
  graduated_ranges?: PricedRange[];
  volume_ranges?: PricedRange[];
  graduated_percentage_ranges?: RatedRange[];
  package_size?: number;
  free_units?: number;
  rate?: string;
  fixed_amount?: string;
  free_units_per_events?: number;
  free_units_per_total_aggregation?: string;
  per_transaction_min_amount?: string;
  per_transaction_max_amount?: string;
  pricing_group_keys?: string[];
}

/** Values of a filter's keys. */
export type FilterValues = Record<string, string[]>;

export interface FilterRequest {
  values: FilterValues;
  properties: Properties;
}

export interface ChargeRequest {
  billable_metric_id: string;
  code?: string;
  charge_model: ChargeModel;
  properties: Properties;
  prorated?: boolean;
  filters?: FilterRequest[];
  pay_in_advance?: boolean;
  invoiceable?: boolean;
  min_amount_cents?: number;
  tax_codes?: string[];
}

export interface FixedChargeRequest {
  add_on_id: string;
  charge_model: ChargeModel;
  properties: Properties;
  units: number;
  prorated?: boolean;
  pay_in_advance?: boolean;
  tax_codes?: string[];
}

export interface ThresholdRequest {
  amount_cents: number;
  recurring?: boolean;
}

export interface CommitmentRequest {
  amount_cents: number;
  tax_codes?: string[];
}

export interface PlanRequest {
  name: string;
  code: string;
  interval: Interval;
  amount_cents: number;
  amount_currency: string;
  pay_in_advance: boolean;
  charges: ChargeRequest[];
  trial_period?: number;
  bill_charges_monthly?: boolean;
  bill_fixed_charges_monthly?: boolean;
  tax_codes?: string[];
  minimum_commitment?: CommitmentRequest;
  usage_thresholds?: ThresholdRequest[];
  fixed_charges?: FixedChargeRequest[];
}

/** A charge of an existing plan, with new prices. */
export interface ChargeChanges {
  id: string;
  properties: Properties;
  filters?: FilterRequest[];
}

export interface PlanChanges {
  amount_cents?: number;
  charges?: ChargeChanges[];
  cascade_updates?: boolean;
}

export interface PlanOverrides {
  amount_cents?: number;
  charges?: ChargeChanges[];
}

export interface UnitsRequest {
  units: number;
  apply_units_immediately: boolean;
  charge_model?: ChargeModel;
  properties?: Properties;
}

export interface CouponRequest {
  name: string;
  code: string;
  coupon_type: 'fixed_amount' | 'percentage';
  frequency: Frequency;
  expiration: 'no_expiration';
  amount_cents?: number;
  amount_currency?: string;
  percentage_rate?: string;
  frequency_duration?: number;
  applies_to?: { plan_codes?: string[]; billable_metric_codes?: string[] };
}

/** The answer of the sandbox's provider to a charge. */
export type ProviderMethod = 'pm_succeeds' | 'pm_fails' | 'pm_late' | 'pm_late_fails';

/** A connection of a provider, or a customer's link to one. */
export interface ProviderRequest {
  provider?: 'sandbox';
  code?: string;
  name?: string;
  payment_provider_code?: string;
  provider_method_id?: ProviderMethod;
}

export interface AppliedCouponRequest {
  external_customer_id: string;
  coupon_code: string;
  frequency?: Frequency;
  frequency_duration?: number;
}

export interface CustomerRequest {
  external_id: string;
  name?: string;
  currency?: string;
  timezone?: string;
  billing_configuration?: { invoice_grace_period?: number };
  tax_codes?: string[];
}

export interface ActivationRule {
  type: 'payment';
  timeout_hours: number;
}

export interface SubscriptionRequest {
  external_customer_id: string;
  external_id: string;
  plan_code: string;
  billing_time?: BillingTime;
  subscription_at?: string;
  ending_at?: string;
  plan_overrides?: PlanOverrides;
  usage_thresholds?: ThresholdRequest[];
  activation_rules?: ActivationRule[];
}

export type PropertyValue = string | number | boolean | null;
export type EventProperties = Record<string, PropertyValue>;

export interface EventRequest {
  transaction_id: string;
  external_subscription_id: string;
  code: string | null;
  timestamp?: number | string;
  properties: EventProperties;
  precise_total_amount_cents?: string;
}

export interface WalletLimits {
  fee_types?: string[];
  billable_metric_codes?: string[];
}

export interface RuleRequest {
  trigger: 'interval';
  interval: Interval;
  granted_credits?: string;
  paid_credits?: string;
  started_at?: string;
  expiration_at?: string;
  invoice_requires_successful_payment?: boolean;
  ignore_paid_top_up_limits?: boolean;
}

export interface WalletRequest {
  external_customer_id: string;
  name: string;
  code: string;
  rate_amount: string;
  currency: string;
  priority?: number;
  granted_credits?: string;
  paid_credits?: string;
  transaction_priority?: number;
  expiration_at?: string;
  invoice_requires_successful_payment?: boolean;
  ignore_paid_top_up_limits_on_creation?: boolean;
  paid_top_up_min_amount_cents?: number;
  paid_top_up_max_amount_cents?: number;
  applies_to?: WalletLimits;
  recurring_transaction_rules?: RuleRequest[];
}

export interface WalletChanges {
  priority?: number;
  expiration_at?: string | null;
  applies_to?: WalletLimits;
  recurring_transaction_rules?: RuleRequest[];
}

export interface WalletTransactionRequest {
  wallet_id: string;
  voided_credits?: string;
  granted_credits?: string;
  paid_credits?: string;
  priority?: number;
  invoice_requires_successful_payment?: boolean;
}

export interface AddOnFeeRequest {
  add_on_code: string;
  unit_amount_cents?: number;
  units?: number | string;
  tax_codes?: string[];
}

export interface InvoiceRequest {
  external_customer_id: string;
  currency: string;
  fees: AddOnFeeRequest[];
}

export interface PaymentRequest {
  invoice_id: string;
  amount_cents: number;
  reference: string;
}

export interface CreditNoteRequest {
  invoice_id: string;
  items: { fee_id: string; amount_cents: number }[];
  credit_amount_cents?: number;
  refund_amount_cents?: number;
  offset_amount_cents?: number;
}

/** A new plan, or changes of one. */
export interface PlanBody extends Omit<Partial<PlanRequest>, 'charges'> {
  charges?: (Partial<ChargeRequest> & { id?: string })[];
  cascade_updates?: boolean;
}

/** A quantity of a charge to price. */
export interface ChargeQuantity {
  charge_code: string;
  units: string;
  events_count?: number;
  properties: EventProperties;
  precise_total_amount_cents?: string;
}

/** The bodies of all calls together: each has one of these members, or those of a void or a preview. */
export interface Body {
  tax?: TaxRequest;
  billable_metric?: MetricRequest;
  add_on?: AddOnRequest;
  plan?: PlanBody;
  quantities?: { charges: ChargeQuantity[] }[];
  usage?: { external_subscription_id: string };
  charge?: { properties: Properties };
  fixed_charge?: UnitsRequest;
  coupon?: CouponRequest;
  applied_coupon?: AppliedCouponRequest;
  customer?: Partial<CustomerRequest>;
  subscription?: Partial<SubscriptionRequest>;
  event?: EventRequest;
  events?: EventRequest[];
  wallet?: Partial<WalletRequest> | WalletChanges;
  wallet_transaction?: WalletTransactionRequest;
  invoice?: InvoiceRequest;
  payment?: PaymentRequest;
  payment_provider?: ProviderRequest;
  credit_note?: CreditNoteRequest;
  generate_credit_note?: boolean;
  credit_amount?: number;
  refund_amount?: number;
  subscriptions?: { external_ids: string[]; terminated_at?: string; plan_code?: string };
  plan_code?: string;
  billing_time?: BillingTime;
  subscription_at?: string;
}
