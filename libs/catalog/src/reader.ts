export * from './views.js';
export * from './billing-entities/billing-entities.reader.js';
export { readTaxesByCode, readTaxes, readTaxesOfBillingEntity, readTaxResources } from './taxes/taxes.reader.js';
export { findMetric, readBillableMetricResource, readMetricCodes, readMetricExpressions, readMetrics, readMetricsByCode } from './billable-metrics/billable-metrics.reader.js';
export { plansPaidInAdvance, readBilledCharges, type BilledChargeView } from './charges/charges.reader.js';
export { findPlanByCode, planIdsMatching, planWithCopies, readPlan, readPlanResource, readPlans } from './plans/plans.reader.js';
export { chargesMetricOnPlan, couponIdsByCode, findActiveCoupon, readCoupons } from './coupons/coupons.reader.js';
export { CouponApplications } from './coupons/coupon-applications.js';
export { PlanSubscriptions } from './plans/plan-subscriptions.js';
