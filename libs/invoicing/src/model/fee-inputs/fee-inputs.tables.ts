import type { StoredUsage } from '@tollgate/rating';
import type { ColumnType } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

/**
 * The inputs of a fee, as of its creation: decimals and cents as text, instants as ISO 8601. The format pins the
 * meaning of every field, so a released format is never changed.
 */
export interface FeeInputsTable {
  fee_id: string;
  organization_id: string;
  format: number;
  inputs: Json<StoredFeeInputs>;
}

/** The inputs of the deductions of an invoice; absent for invoices without any. */
export interface InvoiceInputsTable {
  invoice_id: string;
  organization_id: string;
  format: number;
  inputs: Json<StoredInvoiceInputs>;
}

/** A kind of fee, by the rule that determines its amount. */
export type StoredFeeInputs =
  | ChargeInputs
  | EventInputs
  | MinimumInputs
  | SubscriptionInputs
  | FixedChargeInputs
  | UnitChangeInputs
  | CommitmentInputs
  | AddOnInputs
  | CreditInputs;

/** A metric as of the fee. */
export interface StoredMetric {
  code: string;
  aggregation_type: string;
  field_name: string | null;
  recurring: boolean;
  rounding_function: 'round' | 'ceil' | 'floor' | null;
  rounding_precision: number | null;
  expression: string | null;
}

/** A price as of the fee. */
export interface StoredPrice {
  charge_model: string;
  properties: Record<string, unknown>;
  /** Main units of the currency for one pricing unit; null for prices in the currency. */
  conversion_rate: string | null;
}

/** A charge of a plan, and the part of it that a fee bills. */
export interface StoredCharge {
  plan_code: string;
  charge_code: string;
  metric: StoredMetric;
  price: StoredPrice;
  prorated: boolean;
  /** The values of its filter; null for the events of no filter. */
  filters: Record<string, string[]> | null;
  grouped_by: Record<string, string | null>;
}

/** Units × days of a prorated quantity. */
export interface StoredUnitDays {
  period_days: number;
  /** First day, days, units. */
  parts: [from: string, days: number, units: string][];
  /** The sum of units × days beyond the bound. */
  further: { count: number; unit_days: string } | null;
}

/** Units in advance so far: the totals of the period, and the units that its events have billed. */
export interface StoredBilledUnits {
  /** All units, without proration. */
  total: string;
  /** Null before the first event of the period. */
  state: { current: string; highest: string } | null;
  units: string;
  days: number;
  period_days: number;
}

/** The selection of the events of a fee, which finds them again. Instants are as of the reading. */
export interface StoredSelection {
  /** When usage was read, by the machine's clock. */
  read_at: string;
  /** The first moment of usage; recurring metrics read all earlier events too. */
  from: string;
  /** From when events with a fraction of a second count; null: from the first moment. */
  fractions_from: string | null;
  /** The values of its filter, wildcards expanded; null for the events of no filter. */
  filter: Record<string, string[]> | null;
  /** The filters that take precedence over it, or all filters of the charge. */
  other_filters: Record<string, string[]>[];
  /** Days of the full period. */
  period_days: number;
  /** The local day, since 1970, on which the full period begins; absent on fees of before 29 November 2026. */
  first_day?: number;
  ended_by_upgrade: boolean;
}

/** A fee of one bucket of a charge in arrears, or of its renewal in advance. */
export interface ChargeInputs extends StoredCharge {
  kind: 'charge';
  timezone: string;
  /** The rated part of the usage. */
  usage_from: string;
  usage_to: string;
  usage: StoredUsage;
  /** Null in fees that were written before it existed. */
  selection: StoredSelection | null;
  /** Units before the rounding of the metric; null without a rounding. */
  unrounded_units: string | null;
  /** How the units were prorated; null for whole ones. */
  unit_days: StoredUnitDays | null;
  /** Units that events in advance have billed; null for fees, which are in arrears or renewals. */
  billed: StoredBilledUnits | null;
  /** How a weighted sum came about. */
  level: { opening: string; opening_micros: string; unit_micros: string; period_micros: string } | null;
}

/** A fee of an event: the price with it less the price without it. */
export interface EventInputs extends StoredCharge {
  kind: 'event';
  timezone: string;
  usage_from: string;
  usage_to: string;
  event: { transaction_id: string; timestamp: string; value: string | null };
  /** The running and the highest billed total before the event; null for the first one, and for counted events. */
  before: { current: string; highest: string } | null;
  /** The amount that the event adds to the running total. */
  change: string;
  /** Units that the event bills, before proration. */
  billed_units: string;
  /** Remaining days of the event, and days of the period; null for whole units. */
  days: number | null;
  period_days: number | null;
  /** Units that the fee shows. */
  fee_units: string;
  /** False for an event at or below the billed total, which costs nothing. */
  priced: boolean;
  with_event: StoredUsage;
  /** Null if nothing was used before: the event carries the flat amount of the first range. */
  without_event: StoredUsage | null;
}

/** The fee that fills up the spending minimum of a charge. */
export interface MinimumInputs {
  kind: 'minimum';
  plan_code: string;
  charge_code: string;
  minimum_cents: string;
  days: number;
  period_days: number;
  /** The other fees of the charge in the period, cents of the pricing unit if it has one. */
  used_cents: string[];
  /** The sum of those beyond the bound. */
  further_used_cents: string | null;
  conversion_rate: string | null;
}

/** The fee of a plan. */
export interface SubscriptionInputs {
  kind: 'subscription';
  plan_code: string;
  plan_amount_cents: string;
  timezone: string;
  formula: 'ending' | 'upgraded' | 'full' | 'first';
  trial_ended_at: string | null;
  /** Whether the trial covers the whole period. */
  in_trial: boolean;
  /** Null for a whole period. */
  counted: { from: string; days: number; without_last_day: boolean; period_days: number } | null;
}

/** The fee of a fixed charge for a period. */
export interface FixedChargeInputs {
  kind: 'fixed_charge';
  plan_code: string;
  charge_code: string;
  price: StoredPrice;
  prorated: boolean;
  timezone: string;
  units: string;
  period_days: number;
  /** The units of the period with their days; null for whole units. */
  unit_days: [units: string, days: number][] | null;
  /** Amounts that the plan before an upgrade was paid, with the days of both. */
  paid: { amount_cents: string; days: number; paid_days: number }[];
}

/** The fee of changed units of a fixed charge within a period. */
export interface UnitChangeInputs {
  kind: 'fixed_charge_change';
  plan_code: string;
  charge_code: string;
  price: StoredPrice;
  prorated: boolean;
  units: string;
  paid_units: string;
  days: number;
  period_days: number;
}

/** The fee that fills up a minimum commitment. */
export interface CommitmentInputs {
  kind: 'commitment';
  plan_code: string;
  commitment_cents: string;
  days: number;
  period_days: number;
  /** The period's fees on earlier invoices, and those of the same run. */
  billed_cents: string;
  new_cents: string;
}

/** The fee of an add-on. */
export interface AddOnInputs {
  kind: 'add_on';
  unit_amount_cents: string;
  units: string;
}

/** The fee of sold credits of a wallet. */
export interface CreditInputs {
  kind: 'credit';
  credits: string;
  rate: string;
  amount_cents: string;
}

/** A coupon on an invoice. */
export interface StoredCoupon {
  applied_coupon_id: string;
  coupon_type: 'fixed_amount' | 'percentage';
  percentage_rate: string | null;
  /** The rest of a fixed amount, cents. */
  left_cents: string | null;
  limited_to: 'billable_metrics' | 'plans' | null;
  /** Positions of the discounted fees; null for all. */
  positions: number[] | null;
}

/** A fee of an earlier progressive invoice of the period, which credits fees of this invoice. */
export interface StoredProgressiveFee {
  fee_id: string;
  invoice_id: string;
  amount_cents: string;
  /** The part of it that still earlier progressive invoices had billed. */
  credited_cents: string;
  /** Items of its credit notes, cents with a fraction. */
  noted_cents: string;
  /** Positions of the fees of its filter and group, which it credits in this order. */
  positions: number[];
}

export interface StoredInvoiceInputs {
  /** In the order of their use. */
  coupons: StoredCoupon[];
  /** Oldest first; absent in format 1, null beyond the bound of an invoice. */
  progressive?: StoredProgressiveFee[] | null;
}
