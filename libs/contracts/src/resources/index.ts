export * from './organizations.js';
export * from './taxes.js';
export * from './billable-metrics.js';
export * from './charges.js';
export * from './plans.js';
export * from './test-clocks.js';
