import type {
  ChargeModelName,
  ChargePropertiesOf,
  FixedChargeModel,
  Interval,
  Privilege,
  StatementSchedule,
  UsableAggregationType,
} from '@tollgate/contracts';
import type { FieldlessAggregation } from '@tollgate/rating';

/** An issuer of invoices, as other services see it. */
export interface BillingEntityView {
  id: string;
  code: string;
  name: string;
  defaultCurrency: string;
  timezone: string;
  documentNumbering: 'per_customer' | 'per_billing_entity';
  documentNumberPrefix: string;
  documentLocale: string;
  /** Days. */
  netPaymentTerm: number;
  /** Days. */
  invoiceGracePeriod: number;
  issuingDateAnchor: 'current_period_end' | 'next_period_start';
  issuingDateAdjustment: 'keep_anchor' | 'align_with_finalization_date';
  finalizeZeroAmountInvoice: boolean;
  country: string | null;
  /** Whether it selects the VAT of the EU for its customers. */
  euTaxManagement: boolean;
  /** How often its customers get statements of account, unless they have a schedule of their own. */
  statementSchedule: StatementSchedule;
}

export interface TaxView {
  id: string;
  code: string;
  name: string;
  /** Percent, decimal text. */
  rate: string;
  description: string | null;
}

export interface MetricFilterView {
  key: string;
  values: string[];
}

/** The aggregation of a metric: a counting one reads no field, all others read one (catalog, section 2). */
export type MetricAggregation =
  | { aggregationType: FieldlessAggregation; fieldName: null }
  | { aggregationType: Exclude<UsableAggregationType, FieldlessAggregation>; fieldName: string };

export type MetricView = MetricAggregation & {
  id: string;
  code: string;
  name: string;
  description: string | null;
  recurring: boolean;
  roundingFunction: 'round' | 'ceil' | 'floor' | null;
  roundingPrecision: number | null;
  expression: string | null;
  filters: MetricFilterView[];
};

export interface ChargeFilterView {
  id: string;
  /** The filter that it copies; null in a plan that is no copy, and for a filter of the copy alone. */
  parentId: string | null;
  /** The same filter on the retained versions of its plan, with their charges. */
  retained: { filterId: string; chargeId: string }[];
  invoiceDisplayName: string | null;
  /** Properties of the model of its charge. */
  properties: ChargePropertiesOf<ChargeModelName>;
  /** Matching values by metric filter key, in input order. */
  values: Record<string, string[]>;
}

export interface AppliedPricingUnitView {
  id: string;
  code: string;
  shortName: string;
  /** Main units of the plan's currency for one unit, decimal text. */
  conversionRate: string;
}

/** One of some charge models, with its properties. */
export type PriceView<Model extends ChargeModelName = ChargeModelName> = {
  [M in Model]: { chargeModel: M; properties: ChargePropertiesOf<M> };
}[Model];

export type ChargeView = PriceView & {
  id: string;
  /** The charge that it copies, on a copy of a plan; null for others. */
  parentId: string | null;
  /** The same charge on the retained versions of its plan. */
  retainedIds: string[];
  code: string;
  invoiceDisplayName: string | null;
  metric: MetricView;
  payInAdvance: boolean;
  prorated: boolean;
  invoiceable: boolean;
  regroupPaidFees: 'invoice' | null;
  minAmountCents: bigint;
  /** Whether events may name the wallet that pays for them. */
  acceptsTargetWallet: boolean;
  /** The unit of its prices; null for the plan's currency. */
  pricingUnit: AppliedPricingUnitView | null;
  filters: ChargeFilterView[];
  taxes: TaxView[];
};

export interface AddOnView {
  id: string;
  code: string;
  name: string;
  description: string | null;
  invoiceDisplayName: string | null;
  amountCents: bigint;
  currency: string;
  taxes: TaxView[];
}

/** A charge for a fixed number of units, independent of usage. */
export type FixedChargeView = PriceView<FixedChargeModel> & {
  id: string;
  /** The fixed charge that this one of a copied plan was copied from. */
  parentId: string | null;
  /** The same fixed charge on the retained versions of its plan. */
  retainedIds: string[];
  code: string;
  invoiceDisplayName: string | null;
  addOn: Omit<AddOnView, 'taxes'>;
  payInAdvance: boolean;
  prorated: boolean;
  /** Decimal text. */
  units: string;
  /** Grows with every change of the units. */
  revision: number;
  taxes: TaxView[];
};

/** The minimum that a plan's customers pay in each of its intervals. */
export interface MinimumCommitmentView {
  amountCents: bigint;
  invoiceDisplayName: string | null;
  taxes: TaxView[];
}

/** An amount of usage that triggers an invoice within the period. */
export interface UsageThresholdView {
  id: string;
  amountCents: bigint;
  displayName: string | null;
  recurring: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A plan with everything that billing needs of it. */
export interface PlanView {
  id: string;
  /** The plan that it copies; null for no copy. */
  parentId: string | null;
  /** The version of its parent that it keeps for many subscriptions; null for the copy of one, and for no copy. */
  retainedVersion: number | null;
  /** Whether it is deleted or pending deletion; its subscriptions end. */
  deleted: boolean;
  code: string;
  name: string;
  description: string | null;
  invoiceDisplayName: string | null;
  interval: Interval;
  amountCents: bigint;
  currency: string;
  payInAdvance: boolean;
  /** Days, decimal text. */
  trialPeriod: string | null;
  billChargesMonthly: boolean;
  billFixedChargesMonthly: boolean;
  taxes: TaxView[];
  minimumCommitment: MinimumCommitmentView | null;
  /** Those in force: its own, else those of its parent plan; smallest first. */
  usageThresholds: UsageThresholdView[];
  /** In the order of their creation. */
  charges: ChargeView[];
  /** In the order of their creation. */
  fixedCharges: FixedChargeView[];
}

export interface PrivilegeView {
  id: string;
  /** The privilege in the shape of answers. */
  shown: Privilege;
  /** The metric that it limits; null for none or a deleted one. */
  metricId: string | null;
}

/** A feature, as other services see it. */
export interface FeatureView {
  id: string;
  code: string;
  name: string | null;
  description: string | null;
  /** Oldest first. */
  privileges: PrivilegeView[];
}

/** An entitlement of a plan to a feature. */
export interface PlanEntitlementView {
  id: string;
  featureId: string;
  createdAt: Date;
  /** The stored values by privilege id: `10`, `true`. */
  values: Map<string, string>;
}

/** A coupon, as other services see it. */
export interface CouponView {
  id: string;
  code: string;
  name: string;
  description: string | null;
  couponType: 'fixed_amount' | 'percentage';
  amountCents: bigint | null;
  currency: string | null;
  /** Percent, decimal text. */
  percentageRate: string | null;
  frequency: 'once' | 'recurring' | 'forever';
  frequencyDuration: number | null;
  /** Whether a customer may have it more than once. */
  reusable: boolean;
  expirationAt: Date | null;
  /** The instant from which customers can no longer receive it. */
  endsAt: Date | null;
  deletedAt: Date | null;
  /** The targets that limit it: plans, including their copies, or metrics. */
  planIds: string[];
  metricIds: string[];
}

/** Whether a plan is the copy that one subscription has for prices of its own. */
export const isOwnCopy = ({ parentId, retainedVersion }: Pick<PlanView, 'parentId' | 'retainedVersion'>): boolean =>
  parentId !== null && retainedVersion === null;

/** The plan that has the entitlements of a plan: a retained version has its own, another copy those of its parent. */
export const entitlingPlanId = ({
  id,
  parentId,
  retainedVersion,
}: Pick<PlanView, 'id' | 'parentId' | 'retainedVersion'>): string => (retainedVersion === null ? (parentId ?? id) : id);
