export * from './organizations.js';
export * from './taxes.js';
export * from './test-clocks.js';
export * from './customers.js';
export * from './subscriptions.js';
export * from './events.js';
