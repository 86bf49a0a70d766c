export * from './views.js';
export * from './billing-entities/billing-entities.reader.js';
export { readTaxesByCode, readTaxes, readTaxesOfBillingEntity, readTaxResources } from './taxes/taxes.reader.js';
export { findMetric, readBillableMetricResource, readMetricCodes, readMetricExpressions, readMetrics, readMetricsByCode } from './billable-metrics/billable-metrics.reader.js';
export { listChargeResources, listFilterResources, plansPaidInAdvance, readBilledCharges, readChargeResource, readFilterResource, type BilledChargeView } from './charges/charges.reader.js';
export { readAddOns } from './add-ons/add-ons.reader.js';
export { listFixedChargeResources, readFixedChargeResource, readFixedCharges } from './fixed-charges/fixed-charges.reader.js';
export { findPlanByCode, planIdsMatching, planWithCopies, readPlan, readPlanResource, readPlans } from './plans/plans.reader.js';
export { PlanSubscriptions } from './plans/plan-subscriptions.js';
