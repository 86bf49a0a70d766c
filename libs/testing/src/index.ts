export { baseUrl, call, databaseUrl, operationsUrl, waitFor, type Answer } from './client.js';
export { Sandbox } from './sandbox.js';
export * from './people.js';
export * from './callers.js';
export * from './stored-days.js';
export * from './builders.js';
export * from './webhook-inbox.js';
export * from './mail-server.js';
export * from './tax-engines.js';
