// Every call of the interface that a client may offer: its path, its query and its body.
import { endpoint } from './bodies.ts';
import type { Ids } from './fixtures.ts';
import type { Examples } from './orders.ts';
import { catalogCalls } from './walk-catalog.ts';
import { invoiceCalls } from './walk-invoices.ts';
import { subscriptionCalls } from './walk-subscriptions.ts';
import { walletCalls } from './walk-wallets.ts';

/** The last calls: those of webhooks, and deletions of objects that other calls need. */
const lastCalls = ({ endpointId, goneEndpoint }: Ids): Examples => ({
  'POST /webhook_endpoints': { body: { webhook_endpoint: endpoint('new') } },
  'GET /webhook_endpoints': {},
  'GET /webhook_endpoints/{svc_id}': { path: [endpointId] },
  'PUT /webhook_endpoints/{svc_id}': { path: [endpointId], body: { webhook_endpoint: endpoint('other') } },
  'DELETE /webhook_endpoints/{svc_id}': { path: [goneEndpoint] },
  'GET /webhooks/public_key': {},
  'GET /webhooks/json_public_key': {},

  'DELETE /plans/{code}/entitlements/{feature_code}': { path: ['plan', 'seats'] },
  'DELETE /features/{code}/privileges/{privilege_code}': { path: ['seats', 'gone'] },
  'DELETE /features/{code}': { path: ['seats'] },

  'DELETE /subscriptions/{external_id}': { path: ['gone'] },
  'DELETE /plans/{code}': { path: ['gone'] },
  'DELETE /customers/{external_id}': { path: ['gone'] },
});

/**
 * In the order of the calls; no call deletes an object that a later one needs. If a client has several methods for a
 * call that works only once, each has its own path.
 */
export const walk = (ids: Ids): Examples => ({
  ...catalogCalls(ids),
  ...subscriptionCalls(ids),
  ...invoiceCalls(ids),
  ...walletCalls(ids),
  ...lastCalls(ids),
});
