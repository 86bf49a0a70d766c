export * from './customers/customers.reader.js';
export * from './subscriptions/subscriptions.reader.js';
