export { baseUrl, call, databaseUrl, waitFor, type Answer } from './client.js';
export { Sandbox } from './sandbox.js';
