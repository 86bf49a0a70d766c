// The catalog and the customers of an organization, as the second rater knows them.
import type {
  Aggregation,
  ChargeModel,
  FilterRequest,
  FilterValues,
  Frequency,
  Interval,
  Properties,
  Rounding,
  ThresholdRequest,
} from '../requests.ts';
import type { Rational } from './rational.ts';

export interface Tax {
  code: string;
  rate: Rational;
  /** Applies to the whole organization. */
  everywhere: boolean;
}

export interface Metric {
  code: string;
  aggregation: Aggregation;
  field: string | undefined;
  recurring: boolean;
  rounding: Rounding | null;
  roundingPrecision: number | null;
  filterValues: FilterValues;
}

export interface Charge {
  metric: Metric;
  model: ChargeModel;
  properties: Properties;
  filters: FilterRequest[];
  minAmountCents: number;
  prorated: boolean;
  inAdvance: boolean;
  invoiceable: boolean;
  taxes: Tax[];
  /** Of a copied plan: the charge that it copies. */
  parent?: Charge;
}

export interface FixedCharge {
  addOn: string;
  model: ChargeModel;
  properties: Properties;
  units: number;
  prorated: boolean;
  inAdvance: boolean;
  taxes: Tax[];
}

export interface Plan {
  code: string;
  interval: Interval;
  inAdvance: boolean;
  amountCents: number;
  currency: string;
  thresholds: ThresholdRequest[];
  trialDays: number;
  billChargesMonthly: boolean;
  billFixedMonthly: boolean;
  commitmentCents: number;
  commitmentTaxes: Tax[];
  taxes: Tax[];
  charges: Charge[];
  fixedCharges: FixedCharge[];
  /** Of a plan of one subscription: the plan that it copies. */
  parent?: Plan;
}

export interface Coupon {
  code: string;
  type: 'fixed_amount' | 'percentage';
  frequency: Frequency;
  /** Infinity without a limit. */
  periods: number;
  rate: string | undefined;
  amount: Rational | null;
  currency: string | undefined;
  plans: string[];
  metrics: string[];
}

export interface AppliedCoupon extends Coupon {
  remaining: Rational | null;
  status: 'active' | 'terminated';
  place: number;
}

export interface Customer {
  externalId: string;
  tz: string | null;
  grace: number;
  taxes: Tax[];
  coupons: AppliedCoupon[];
  /** How its provider answers; null without one. */
  method: string | null;
}
