// Calls of the organization and its catalog.
import { addOn, charge, filter, fixedCharge, logo, metric, plan, tax } from './bodies.ts';
import type { Ids } from './fixtures.ts';
import type { Examples } from './orders.ts';

export const catalogCalls = ({ metricId, filterId, goneFilter }: Ids): Examples => ({
  'POST /taxes': { body: { tax: tax('new') } },
  'GET /taxes': {},
  'GET /taxes/{code}': { path: ['tax'] },
  'PUT /taxes/{code}': { path: ['tax'], body: { tax: { name: 'Sales tax' } } },
  'DELETE /taxes/{code}': { path: ['gone'] },

  'POST /billing_entities': { body: { billing_entity: { code: 'new', name: 'Branch', country: 'FR' } } },
  'GET /billing_entities': {},
  'GET /billing_entities/{code}': { path: ['new'] },
  'PUT /billing_entities/{code}': { path: ['new'], body: { billing_entity: { net_payment_term: 7, logo } } },
  'GET /organizations': {},
  'PUT /organizations': { body: { organization: { city: 'Paris' } } },

  'GET /activity_logs': {},
  'GET /activity_logs/{activity_id}': { path: ['none'], refused: 404 },
  'GET /api_logs': {},
  'GET /api_logs/{request_id}': { path: ['none'], refused: 404 },

  'GET /analytics/gross_revenue': {},
  'GET /analytics/invoice_collection': {},
  'GET /analytics/invoiced_usage': {},
  'GET /analytics/mrr': {},
  'GET /analytics/overdue_balance': {},
  'GET /analytics/usage': {},

  'POST /billable_metrics': { body: { billable_metric: metric('new') } },
  'GET /billable_metrics': {},
  'GET /billable_metrics/{code}': { path: ['metric'] },
  'PUT /billable_metrics/{code}': { path: ['new'], body: { billable_metric: { name: 'Bytes' } } },
  'POST /billable_metrics/evaluate_expression': {
    body: { expression: 'event.properties.a * 2', event: { code: 'metric', properties: { a: 2 } } },
  },

  'POST /features': {
    body: { feature: { code: 'seats', privileges: [{ code: 'max', value_type: 'integer' }, { code: 'note' }] } },
  },
  'GET /features': {},
  'GET /features/{code}': { path: ['seats'] },
  'PUT /features/{code}': {
    path: ['seats'],
    body: { feature: { name: 'Seats', privileges: [{ code: 'gone' }, { code: 'removed' }] } },
  },

  'POST /add_ons': { body: { add_on: addOn('new') } },
  'GET /add_ons': {},
  'GET /add_ons/{code}': { path: ['add_on'] },
  'PUT /add_ons/{code}': { path: ['new'], body: { add_on: { name: 'Training' } } },
  'DELETE /add_ons/{code}': { path: ['gone'] },

  'POST /plans': { body: { plan: plan('new', { charges: [charge(metricId, 'c')] }) } },
  'GET /plans': {},
  'GET /plans/{code}': { path: ['plan'] },
  'PUT /plans/{code}': { path: ['new'], body: { plan: plan('new') } },
  'POST /plans/{code}/charges': { path: ['plan'], body: { charge: charge(metricId, 'new') } },
  'GET /plans/{code}/charges': { path: ['plan'] },
  'GET /plans/{code}/charges/{charge_code}': { path: ['plan', 'charge'] },
  'PUT /plans/{code}/charges/{charge_code}': { path: ['plan', 'new'], body: { charge: charge(metricId, 'new') } },
  'POST /plans/{code}/charges/{charge_code}/filters': { path: ['plan', 'new'], body: { filter: filter('eu') } },
  'GET /plans/{code}/charges/{charge_code}/filters': { path: ['plan', 'charge'] },
  'GET /plans/{code}/charges/{charge_code}/filters/{filter_id}': { path: ['plan', 'charge', filterId] },
  'PUT /plans/{code}/charges/{charge_code}/filters/{filter_id}': {
    path: ['plan', 'charge', filterId],
    body: { filter: { properties: { amount: '8' } } },
  },
  'DELETE /plans/{code}/charges/{charge_code}/filters/{filter_id}': { path: ['plan', 'charge', goneFilter] },
  'POST /plans/{code}/fixed_charges': { path: ['plan'], body: { fixed_charge: fixedCharge('new') } },
  'GET /plans/{code}/fixed_charges': { path: ['plan'] },
  'GET /plans/{code}/fixed_charges/{fixed_charge_code}': { path: ['plan', 'fixed_charge'] },
  'PUT /plans/{code}/fixed_charges/{fixed_charge_code}': {
    path: ['plan', 'new'],
    body: { fixed_charge: fixedCharge('new') },
  },
  'POST /plans/{code}/entitlements': { path: ['plan'], body: { entitlements: { seats: { max: 10, note: 'hi' } } } },
  'PATCH /plans/{code}/entitlements': { path: ['plan'], body: { entitlements: { seats: { removed: 'x' } } } },
  'GET /plans/{code}/entitlements': { path: ['plan'] },
  'GET /plans/{code}/entitlements/{feature_code}': { path: ['plan', 'seats'] },
  'DELETE /plans/{code}/entitlements/{feature_code}/privileges/{privilege_code}': {
    path: ['plan', 'seats', 'removed'],
  },
  'POST /plans/{code}/metadata': { path: ['plan'], body: { metadata: { key: 'value' } } },
  'PATCH /plans/{code}/metadata': { path: ['plan'], body: { metadata: { other: 'value' } } },
  'DELETE /plans/{code}/metadata/{key}': { path: ['plan', 'key'] },
  'DELETE /plans/{code}/metadata': { path: ['plan'] },
  'DELETE /plans/{code}/charges/{charge_code}': { path: ['plan', 'gone'] },
  'DELETE /plans/{code}/fixed_charges/{fixed_charge_code}': { path: ['plan', 'gone'] },
  'DELETE /billable_metrics/{code}': { path: ['gone'] },
});
