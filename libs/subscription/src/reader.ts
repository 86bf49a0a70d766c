export * from './customers/customers.reader.js';
export * from './subscriptions/subscriptions.reader.js';
export * from './usage-thresholds/usage-thresholds.reader.js';
