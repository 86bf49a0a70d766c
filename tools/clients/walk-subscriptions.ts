// Calls of customers, their subscriptions and their events.
import { event, filter } from './bodies.ts';
import type { Ids } from './fixtures.ts';
import type { Examples } from './orders.ts';

export const subscriptionCalls = ({ ownFilter, goneOwnFilter }: Ids): Examples => ({
  'POST /customers': {
    body: {
      customer: {
        external_id: 'new',
        name: 'Grace',
        billing_configuration: { document_locale: 'fr' },
        metadata: [{ key: 'a', value: 'b' }],
      },
    },
  },
  'GET /customers': {},
  'GET /customers/{external_id}': { path: ['customer'] },
  'GET /customers/{external_customer_id}/subscriptions': { path: ['customer'] },
  'GET /customers/{external_customer_id}/invoices': { path: ['customer'] },
  'GET /customers/{external_customer_id}/credit_notes': { path: ['customer'] },
  'GET /customers/{external_customer_id}/applied_coupons': { path: ['patient'] },
  'GET /customers/{external_customer_id}/current_usage': {
    path: ['customer'],
    query: { external_subscription_id: 'subscription' },
  },
  // The default bucket of a charge with filters has `values: null` (metering, sections 6.1 and 7.3). The Python client
  // accepts this in current usage but not here, so it reads only the projection of a plan without filters.
  'GET /customers/{external_customer_id}/projected_usage': {
    path: ['customer'],
    query: { external_subscription_id: 'plain' },
  },
  'GET /customers/{external_customer_id}/past_usage': {
    path: ['customer'],
    query: { external_subscription_id: 'subscription' },
  },

  'POST /subscriptions': {
    body: { subscription: { external_customer_id: 'customer', plan_code: 'plan', external_id: 'new' } },
  },
  'GET /subscriptions': {},
  'GET /subscriptions/{external_id}': { path: ['subscription'] },
  'PUT /subscriptions/{external_id}': { path: ['subscription'], body: { subscription: { name: 'Main' } } },
  'GET /subscriptions/{external_id}/lifetime_usage': { path: ['subscription'] },
  'PUT /subscriptions/{external_id}/lifetime_usage': {
    path: ['subscription'],
    body: { lifetime_usage: { external_historical_usage_amount_cents: 100 } },
  },
  'POST /subscriptions/{external_id}/alerts': {
    path: ['subscription'],
    body: { alerts: [{ alert_type: 'current_usage_amount', code: 'alert', thresholds: [{ value: 1000 }] }] },
  },
  'GET /subscriptions/{external_id}/alerts': { path: ['subscription'] },
  'GET /subscriptions/{external_id}/alerts/{code}': { path: ['subscription', 'alert'] },
  'PUT /subscriptions/{external_id}/alerts/{code}': {
    path: ['subscription', 'alert'],
    body: { alert: { name: 'Budget' } },
  },
  'DELETE /subscriptions/{external_id}/alerts/{code}': { path: ['subscription', 'alert'] },
  'DELETE /subscriptions/{external_id}/alerts': { path: ['plain'] },
  'PATCH /subscriptions/{external_id}/entitlements': {
    path: ['subscription'],
    body: { entitlements: { seats: { max: 20 } } },
  },
  'GET /subscriptions/{external_id}/entitlements': { path: ['subscription'] },
  'DELETE /subscriptions/{external_id}/entitlements/{feature_code}/privileges/{privilege_code}': {
    path: ['subscription', 'seats', 'max'],
  },
  'DELETE /subscriptions/{external_id}/entitlements/{feature_code}': { path: ['subscription', 'seats'] },
  'GET /subscriptions/{external_id}/charges': { path: ['subscription'] },
  'GET /subscriptions/{external_id}/charges/{charge_code}': { path: ['subscription', 'charge'] },
  'PUT /subscriptions/{external_id}/charges/{charge_code}': {
    path: ['subscription', 'charge'],
    body: { charge: { invoice_display_name: 'Own' } },
  },
  'POST /subscriptions/{external_id}/charges/{charge_code}/filters': {
    path: ['subscription', 'instant'],
    body: { filter: filter('eu') },
  },
  'GET /subscriptions/{external_id}/charges/{charge_code}/filters': { path: ['subscription', 'charge'] },
  'GET /subscriptions/{external_id}/charges/{charge_code}/filters/{filter_id}': {
    path: ['subscription', 'charge', ownFilter],
  },
  'PUT /subscriptions/{external_id}/charges/{charge_code}/filters/{filter_id}': {
    path: ['subscription', 'charge', ownFilter],
    body: { filter: { properties: { amount: '9' } } },
  },
  'DELETE /subscriptions/{external_id}/charges/{charge_code}/filters/{filter_id}': {
    path: ['subscription', 'charge', goneOwnFilter],
  },
  'GET /subscriptions/{external_id}/fixed_charges': { path: ['subscription'] },
  'GET /subscriptions/{external_id}/fixed_charges/{fixed_charge_code}': { path: ['subscription', 'fixed_charge'] },
  'PUT /subscriptions/{external_id}/fixed_charges/{fixed_charge_code}': {
    path: ['subscription', 'fixed_charge'],
    body: { fixed_charge: { units: 4 } },
  },

  'POST /events': { body: { event: event('new') } },
  'POST /events/batch': { body: { events: [event('one'), event('two')] } },
  'GET /events': {},
  'GET /events/{transaction_id}': { path: ['event'] },
  'POST /events/estimate_fees': { body: { event: event('guess') } },
  'POST /events/estimate_instant_fees': { body: { event: event('guess') } },
  'POST /events/batch_estimate_instant_fees': { body: { events: [event('guess')] } },
});
