export * from './views.js';
export * from './billing-entities/billing-entities.reader.js';
export { readTaxesByCode, readTaxes, readTaxesOfBillingEntity, readTaxResources } from './taxes/taxes.reader.js';
export { PlanSubscriptions } from './plans/plan-subscriptions.js';
