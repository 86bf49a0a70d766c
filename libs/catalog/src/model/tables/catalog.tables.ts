import type { AddOnsTable, AddOnTaxesTable } from './add-ons.tables.js';
import { tablesOf, type Transaction } from '@tollgate/platform';
import type { BillableMetricFiltersTable, BillableMetricsTable } from './billable-metrics.tables.js';
import type { BillingEntitiesTable, BillingEntityTaxesTable } from './billing-entities.tables.js';
import type { ChargeFiltersTable } from './charge-filters.tables.js';
import type { ChargesTable, ChargeTaxesTable } from './charges.tables.js';
import type {
  FeaturesTable,
  PlanEntitlementsTable,
  PlanEntitlementValuesTable,
  PrivilegesTable,
} from './features.tables.js';
import type { ExchangeRatesTable, ReferenceRatesTable } from './exchange-rates.tables.js';
import type { FixedChargesTable, FixedChargeTaxesTable } from './fixed-charges.tables.js';
import type {
  BillingEntityInvoiceCustomSectionsTable,
  InvoiceCustomSectionsTable,
} from './invoice-custom-sections.tables.js';
import type { CouponMetricsTable, CouponPlansTable, CouponsTable } from './coupons.tables.js';
import type { LogosTable } from './logos.tables.js';
import type { AppliedPricingUnitsTable, PricingUnitsTable } from './pricing-units.tables.js';
import type { CommitmentTaxesTable, MinimumCommitmentsTable } from './minimum-commitments.tables.js';
import type { PlansTable, PlanTaxesTable, PlanVersionsTable } from './plans.tables.js';
import type { UsageThresholdsTable } from './usage-thresholds.tables.js';
import type { TaxesTable } from './taxes.tables.js';

/** Tables of the catalog schema; each resource's folder says what its tables hold. */
export interface CatalogTables {
  'catalog.taxes': TaxesTable;
  'catalog.exchange_rates': ExchangeRatesTable;
  'catalog.reference_rates': ReferenceRatesTable;
  'catalog.billing_entities': BillingEntitiesTable;
  'catalog.logos': LogosTable;
  'catalog.billing_entity_taxes': BillingEntityTaxesTable;
  'catalog.invoice_custom_sections': InvoiceCustomSectionsTable;
  'catalog.billing_entity_invoice_custom_sections': BillingEntityInvoiceCustomSectionsTable;
  'catalog.billable_metrics': BillableMetricsTable;
  'catalog.billable_metric_filters': BillableMetricFiltersTable;
  'catalog.plans': PlansTable;
  'catalog.plan_taxes': PlanTaxesTable;
  'catalog.plan_versions': PlanVersionsTable;
  'catalog.pricing_units': PricingUnitsTable;
  'catalog.applied_pricing_units': AppliedPricingUnitsTable;
  'catalog.coupons': CouponsTable;
  'catalog.coupon_plans': CouponPlansTable;
  'catalog.coupon_metrics': CouponMetricsTable;
  'catalog.minimum_commitments': MinimumCommitmentsTable;
  'catalog.commitment_taxes': CommitmentTaxesTable;
  'catalog.usage_thresholds': UsageThresholdsTable;
  'catalog.charges': ChargesTable;
  'catalog.charge_taxes': ChargeTaxesTable;
  'catalog.charge_filters': ChargeFiltersTable;
  'catalog.add_ons': AddOnsTable;
  'catalog.add_on_taxes': AddOnTaxesTable;
  'catalog.features': FeaturesTable;
  'catalog.privileges': PrivilegesTable;
  'catalog.plan_entitlements': PlanEntitlementsTable;
  'catalog.plan_entitlement_values': PlanEntitlementValuesTable;
  'catalog.fixed_charges': FixedChargesTable;
  'catalog.fixed_charge_taxes': FixedChargeTaxesTable;
}

/** Types a transaction with these tables. */
export const tables = (transaction: Transaction) => tablesOf<CatalogTables>(transaction);
