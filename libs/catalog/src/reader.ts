export * from './views.js';
export { monthlyPrices } from './monthly-prices.reader.js';
export { catalogVersion } from './model/versions/catalog-version.js';
export * from './issuers/repositories/billing-entities.reader.js';
export {
  readKnownTaxes,
  readTaxesByCode,
  readTaxes,
  readTaxesOfBillingEntity,
  readTaxResources,
  readTranslatedTaxes,
} from './issuers/taxes/taxes.reader.js';
export {
  readExchangeRates,
  type FoundRate,
  type RequestedRate,
} from './issuers/exchange-rates/exchange-rates.reader.js';
export { taxCurrencyOf } from './issuers/exchange-rates/tax-currency.js';
export { digestsOfLogos, renderedLogosOf } from './issuers/logos/logos.repository.js';
export { issuersWithMailSignIn, readPortalSettings } from './issuers/billing-entities/portal-settings.reader.js';
export { readBillingEntityResource } from './issuers/billing-entities/billing-entity.presenter.js';
export {
  hasInvoiceCustomSections,
  presentSelectedSections,
  readInvoiceCustomSectionResources,
  readInvoiceCustomSections,
  readInvoiceCustomSectionsOfIssuer,
  readTranslatedSections,
  sectionIdsByCode,
  type InvoiceCustomSectionView,
} from './issuers/invoice-custom-sections/invoice-custom-sections.reader.js';
export { SelectedSections, type SelectedSectionsTable } from './issuers/invoice-custom-sections/selected-sections.js';
export {
  euTaxOf,
  euTaxPrefix,
  taxByPlace,
  taxOfValidNumber,
  type TaxedParty,
} from './issuers/eu-taxes/eu-tax.rules.js';
export { isInEu } from './issuers/eu-taxes/eu-countries.js';
export { readVatNumber, type VatNumber } from './issuers/eu-taxes/vat-number.js';
export {
  findMetric,
  readBillableMetricResource,
  readBillableMetricResources,
  readCodeChanges,
  readMetricCodes,
  readMetricDraft,
  readMetricExpressions,
  readMetrics,
  readMetricsByCode,
} from './products/billable-metrics/billable-metrics.reader.js';
export {
  planIdsOfMetric,
  readUnmadeChange,
  type UnmadeChange,
} from './products/billable-metrics/metric-changes.reader.js';
export {
  listChargeResources,
  listFilterResources,
  plansWithCharges,
  readBilledCharges,
  readChargeCounts,
  readChargeResource,
  readFilterResource,
  readWrittenFilter,
  type BilledChargeView,
  type ChargeCountView,
} from './plans/charges/charges.reader.js';
export { readAddOns } from './products/add-ons/add-ons.reader.js';
export {
  listFixedChargeResources,
  readFixedChargeResource,
  readFixedCharges,
  type FixedUnitsView,
} from './plans/fixed-charges/fixed-charges.reader.js';
export {
  findPlanByCode,
  planIdsMatching,
  planWithCopies,
  evictPlans,
  readPlan,
  readPlanCopies,
  readPlanResource,
  readPlans,
  readPlansByCode,
  type PlanCopies,
} from './plans/resource/plans.reader.js';
export { readDraftedPlan } from './plans/resource/drafted-plan.reader.js';
export { readFeatureResource } from './products/features/features.reader.js';
export {
  findFeatureByCode,
  readFeatures,
  readEntitlements,
  type EntitlementInput,
} from './plans/entitlements/entitlements-input.js';
export { presentPlanEntitlements } from './plans/entitlements/plan-entitlement.presenter.js';
export { shownValue } from './plans/entitlements/entitlement-values.js';
export { entitlementsOfPlans, planValuesOf } from './plans/entitlements/plan-entitlements.repository.js';
export {
  chargesMetricOnPlan,
  couponIdsByCode,
  findActiveCoupon,
  readCoupons,
  searchCouponIds,
} from './products/coupons/coupons.reader.js';
export { CouponApplications } from './products/coupons/coupon-applications.js';
export { hasPlanThresholds, plansUnderThresholds } from './plans/usage-thresholds/usage-thresholds.repository.js';
export { PlanSubscriptions } from './model/plan-repositories/plan-subscriptions.js';
export * from './search.reader.js';
export { readItemTexts, readPartTexts } from './item-texts.reader.js';
export { readPreviewedIssuer, type PreviewedIssuer } from './issuers/billing-entities/previewed-issuer.reader.js';
