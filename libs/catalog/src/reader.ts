export * from './views.js';
export { catalogVersion } from './versions/catalog-version.js';
export * from './issuer-repositories/billing-entities.reader.js';
export {
  readKnownTaxes,
  readTaxesByCode,
  readTaxes,
  readTaxesOfBillingEntity,
  readTaxResources,
} from './taxes/taxes.reader.js';
export { digestsOfLogos, renderedLogosOf } from './logos/logos.repository.js';
export { readBillingEntityResource } from './billing-entities/billing-entity.presenter.js';
export {
  hasInvoiceCustomSections,
  presentSelectedSections,
  readInvoiceCustomSectionResources,
  readInvoiceCustomSections,
  readInvoiceCustomSectionsOfIssuer,
  sectionIdsByCode,
  type InvoiceCustomSectionView,
} from './invoice-custom-sections/invoice-custom-sections.reader.js';
export { euTaxOf, euTaxPrefix, taxByPlace, taxOfValidNumber, type TaxedParty } from './eu-taxes/eu-tax.rules.js';
export { readVatNumber, type VatNumber } from './eu-taxes/vat-number.js';
export {
  findMetric,
  readBillableMetricResource,
  readBillableMetricResources,
  readMetricCodes,
  readMetricExpressions,
  readMetrics,
  readMetricsByCode,
} from './billable-metrics/billable-metrics.reader.js';
export {
  listChargeResources,
  listFilterResources,
  plansWithCharges,
  readBilledCharges,
  readChargeResource,
  readFilterResource,
  readWrittenFilter,
  type BilledChargeView,
} from './charges/charges.reader.js';
export { readAddOns } from './add-ons/add-ons.reader.js';
export {
  listFixedChargeResources,
  readFixedChargeResource,
  readFixedCharges,
} from './fixed-charges/fixed-charges.reader.js';
export {
  findPlanByCode,
  planIdsMatching,
  planWithCopies,
  evictPlans,
  readPlan,
  readPlanResource,
  readPlans,
} from './plans/plans.reader.js';
export { readFeatureResource } from './features/features.reader.js';
export {
  findFeatureByCode,
  readFeatures,
  readEntitlements,
  type EntitlementInput,
} from './entitlements/entitlements-input.js';
export { shownValue } from './entitlements/entitlement-values.js';
export { entitlementsOfPlans, planValuesOf } from './entitlements/plan-entitlements.repository.js';
export { chargesMetricOnPlan, couponIdsByCode, findActiveCoupon, readCoupons } from './coupons/coupons.reader.js';
export { CouponApplications } from './coupons/coupon-applications.js';
export { hasPlanThresholds, plansUnderThresholds } from './usage-thresholds/usage-thresholds.repository.js';
export { PlanSubscriptions } from './plan-repositories/plan-subscriptions.js';
