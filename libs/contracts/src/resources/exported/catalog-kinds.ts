import { pagination, query, queryText, type QueryInput } from '../../http/query.js';
import { AddOn, AddOnFilters, addOnRoutes } from '../add-ons.js';
import { BillableMetric, BillableMetricFilters, billableMetricRoutes } from '../billable-metrics.js';
import { Charge, chargeRoutes } from '../charges.js';
import { Coupon, CouponFilters, couponRoutes } from '../coupons.js';
import { ExchangeRate, ExchangeRateFilters, exchangeRateRoutes } from '../exchange-rates.js';
import { Feature, FeatureFilters, featureRoutes } from '../features.js';
import { FixedCharge, fixedChargeRoutes } from '../fixed-charges.js';
import {
  InvoiceCustomSection,
  InvoiceCustomSectionFilters,
  invoiceCustomSectionRoutes,
} from '../invoice-custom-sections.js';
import { Plan, PlanFilters, planRoutes } from '../plans.js';
import { TaxFilters, taxRoutes, TaxWithEntities } from '../taxes.js';
import { byTrigger, byUpdate, exportKind, withMainUnits } from './export-kind.js';

const owned = { service: 'catalog' } as const;
/** The names and texts of most resources. */
const named = ['svc_id', 'code', 'name', 'description'] as const;
const taxes = { taxes: ['json', 'Taxes of its own, in place of those of the customer'] } as const;
const properties = { properties: ['json', 'Price, in the properties of its charge model'] } as const;
const ofPlan = { plan_code: ['text', 'Code of the plan'] } as const;

/** The filters of exported charges and fixed charges: those of one plan, or of all. */
export const PlanPartExportFilters = query({ ...pagination, plan_code: queryText() });
export type PlanPartExportFilters = QueryInput<typeof PlanPartExportFilters>;

export const plansKind = exportKind({
  ...owned,
  name: 'plans',
  row: 'A plan. Copies with the terms of one subscription are left out, as in the list',
  record: Plan,
  filters: PlanFilters,
  shownBy: [planRoutes.list],
  currency: 'amount_currency',
  changes: byUpdate,
  own: {
    ...taxes,
    entitlements: ['json', 'Features of the plan with the values of their privileges'],
    minimum_commitment: ['json', 'Minimum amount of a period; empty without one'],
    usage_thresholds: ['json', 'Amounts of usage that lead to an invoice before the end of a period'],
  },
  columns: withMainUnits([
    ...named,
    'invoice_display_name',
    'invoice_display_name_translations',
    'interval',
    'amount_cents',
    'amount_currency',
    'trial_period',
    'pay_in_advance',
    'bill_charges_monthly',
    'bill_fixed_charges_monthly',
    'pending_deletion',
    'customers_count',
    'active_subscriptions_count',
    'entitlements',
    'minimum_commitment',
    'usage_thresholds',
    'taxes',
    'metadata',
    'created_at',
  ]),
});

export const chargesKind = exportKind({
  ...owned,
  name: 'charges',
  row: 'A usage charge of a plan',
  record: Charge,
  filters: PlanPartExportFilters,
  shownBy: [planRoutes.list, chargeRoutes.list],
  currency: 'plan_amount_currency',
  changes: ['updated_at'],
  own: {
    ...ofPlan,
    ...taxes,
    ...properties,
    filters: ['json', 'Prices of parts of the usage'],
    plan_amount_currency: ['text', 'Currency of the plan'],
    applied_pricing_unit: ['json', 'Pricing unit of its prices; empty for those in the currency'],
  },
  columns: withMainUnits([
    'svc_id',
    'code',
    'plan_code',
    'plan_amount_currency',
    'svc_billable_metric_id',
    'billable_metric_code',
    'invoice_display_name',
    'invoice_display_name_translations',
    'charge_model',
    'invoiceable',
    'regroup_paid_fees',
    'pay_in_advance',
    'prorated',
    'min_amount_cents',
    'accepts_target_wallet',
    'properties',
    'applied_pricing_unit',
    'filters',
    'taxes',
    'created_at',
  ]),
});

export const fixedChargesKind = exportKind({
  ...owned,
  name: 'fixed_charges',
  row: 'A fixed charge of a plan',
  record: FixedCharge,
  filters: PlanPartExportFilters,
  shownBy: [planRoutes.list, fixedChargeRoutes.list],
  changes: ['updated_at'],
  own: { ...ofPlan, ...taxes, ...properties },
  columns: [
    'svc_id',
    'code',
    'plan_code',
    'svc_add_on_id',
    'add_on_code',
    'invoice_display_name',
    'invoice_display_name_translations',
    'charge_model',
    'pay_in_advance',
    'prorated',
    'units',
    'properties',
    'taxes',
    'created_at',
  ],
});

export const billableMetricsKind = exportKind({
  ...owned,
  name: 'billable_metrics',
  row: 'A billable metric',
  record: BillableMetric,
  filters: BillableMetricFilters,
  shownBy: [billableMetricRoutes.list],
  changes: byUpdate,
  columns: [
    ...named,
    'name_translations',
    'aggregation_type',
    'field_name',
    'expression',
    'recurring',
    'weighted_interval',
    'rounding_function',
    'rounding_precision',
    'filters',
    'created_at',
  ],
});

export const addOnsKind = exportKind({
  ...owned,
  name: 'add_ons',
  row: 'An add-on',
  record: AddOn,
  filters: AddOnFilters,
  shownBy: [addOnRoutes.list],
  currency: 'amount_currency',
  changes: byUpdate,
  own: taxes,
  columns: withMainUnits([
    ...named,
    'invoice_display_name',
    'invoice_display_name_translations',
    'amount_cents',
    'amount_currency',
    'taxes',
    'created_at',
  ]),
});

export const couponsKind = exportKind({
  ...owned,
  name: 'coupons',
  row: 'A coupon',
  record: Coupon,
  filters: CouponFilters,
  shownBy: [couponRoutes.list],
  currency: 'amount_currency',
  changes: byUpdate,
  columns: withMainUnits([
    ...named,
    'name_translations',
    'coupon_type',
    'amount_cents',
    'amount_currency',
    'percentage_rate',
    'frequency',
    'frequency_duration',
    'reusable',
    'limited_plans',
    'limited_billable_metrics',
    'plan_codes',
    'billable_metric_codes',
    'expiration',
    'expiration_at',
    'terminated_at',
    'created_at',
  ]),
});

export const taxRatesKind = exportKind({
  ...owned,
  name: 'tax_rates',
  row: 'A tax of the catalog',
  record: TaxWithEntities,
  filters: TaxFilters,
  shownBy: [taxRoutes.list],
  changes: byTrigger,
  columns: [
    ...named,
    'name_translations',
    'rate',
    'applied_to_organization',
    'applied_to_billing_entities_codes',
    'created_at',
  ],
});

export const featuresKind = exportKind({
  ...owned,
  name: 'features',
  row: 'A feature with its privileges',
  record: Feature,
  filters: FeatureFilters,
  shownBy: [featureRoutes.list],
  identity: ['code'],
  own: { privileges: ['json', 'Privileges of the feature'] },
  changes: byUpdate,
  columns: ['code', 'name', 'description', 'privileges', 'created_at'],
});

export const invoiceCustomSectionsKind = exportKind({
  ...owned,
  name: 'invoice_custom_sections',
  row: 'An invoice custom section',
  record: InvoiceCustomSection,
  filters: InvoiceCustomSectionFilters,
  shownBy: [invoiceCustomSectionRoutes.list],
  changes: byTrigger,
  columns: [
    ...named,
    'details',
    'display_name',
    'details_translations',
    'display_name_translations',
    'applied_to_organization',
    'created_at',
  ],
});

export const exchangeRatesKind = exportKind({
  ...owned,
  name: 'exchange_rates',
  row: 'The rate of two currencies on a day',
  record: ExchangeRate,
  filters: ExchangeRateFilters,
  shownBy: [exchangeRateRoutes.list],
  changes: ['updated_at', 'created_at'],
  columns: ['svc_id', 'from_currency', 'to_currency', 'date', 'rate', 'source', 'created_at'],
});
