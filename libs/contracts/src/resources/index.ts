export * from './organizations.js';
export * from './taxes.js';
export * from './test-clocks.js';
export * from './webhook-endpoints.js';
export * from './webhook-types.js';
