// Every call of the interface that a client may offer: its path, its query and its body.
import { addOn, charge, coupon, endpoint, event, filter, fixedCharge, logo, metric, plan, tax } from './fixtures.mjs';

/**
 * In the order of the calls; no call deletes an object that a later one needs. If a client has several methods for a
 * call that works only once, each has its own path. `refused`: the right answer is a refusal, with that status if one
 * is given.
 */
export const walk = ({
  metric_id: metricId,
  endpoint_endpoint: endpointId,
  gone_endpoint: goneEndpoint,
  draft,
  gone_draft: goneDraft,
  invoice,
  gone_invoices: goneInvoices,
  fee,
  gone_fee: goneFee,
  credit_note: creditNote,
  gone_credit_notes: goneNotes,
  credited,
  applied_coupon: appliedCoupon,
  overdue,
  payment,
  receipt,
  payment_request: paymentRequest,
  filter: filterId,
  gone_filter: goneFilter,
  subscription_filter: ownFilter,
  gone_subscription_filter: goneOwnFilter,
  wallet,
  ended_wallet: endedWallet,
  sold_credits: soldCredits,
  granted_credits: grantedCredits,
  voided_credits: voidedCredits,
}) => ({
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

  'GET /fees': {},
  'GET /fees/{svc_id}': { path: [fee] },
  'PUT /fees/{svc_id}': { path: [fee], body: { fee: { payment_status: 'succeeded' } } },
  'DELETE /fees/{svc_id}': { path: [goneFee] },

  'GET /invoices': {},
  'GET /invoices/{svc_id}': { path: [invoice] },
  'PUT /invoices/{svc_id}/refresh': { path: [draft] },
  'PUT /invoices/{svc_id}/finalize': { path: [draft] },
  // Only a failed invoice can be retried, so the right answer is a refusal.
  'POST /invoices/{svc_id}/retry': { path: [invoice], refused: true },
  'POST /invoices': {
    body: {
      invoice: { external_customer_id: 'customer', currency: 'EUR', fees: [{ add_on_code: 'add_on', units: 2 }] },
    },
  },
  'POST /invoices/preview': { body: { customer: { external_id: 'customer' }, plan_code: 'plan' } },
  'PUT /invoices/{svc_id}': { path: [invoice], body: { invoice: { metadata: [{ key: 'order', value: '7' }] } } },
  'DELETE /invoices/{svc_id}': { path: [goneDraft] },
  // No payment provider is connected, so the right answer is that there is no payment page.
  'POST /invoices/{svc_id}/payment_url': { path: [invoice], refused: true },
  'POST /invoices/{svc_id}/retry_payment': { path: [invoice] },
  'POST /invoices/{svc_id}/download': { path: [invoice] },
  'POST /invoices/{svc_id}/lose_dispute': { path: [invoice] },
  'POST /invoices/{svc_id}/void': { paths: goneInvoices.map((id) => [id]) },
  'POST /payments': { body: { payment: { invoice_id: invoice, amount_cents: 1, reference: 'ref' } } },
  'GET /payments': {},
  'GET /payments/{svc_id}': { path: [payment] },
  'GET /customers/{external_customer_id}/payments': { path: ['customer'] },
  'GET /payment_receipts': {},
  'GET /payment_receipts/{svc_id}': { path: [receipt] },
  'POST /payment_requests': {
    body: {
      payment_request: {
        external_customer_id: 'customer',
        email: 'ada@example.com',
        lago_invoice_ids: [overdue],
      },
    },
  },
  'GET /payment_requests': {},
  'GET /payment_requests/{svc_id}': { path: [paymentRequest] },
  'GET /customers/{external_customer_id}/payment_requests': { path: ['customer'] },
  // No payment provider is connected, so there are no payment methods, and no page to enter one.
  'GET /customers/{external_customer_id}/payment_methods': { path: ['customer'] },
  'PUT /customers/{external_customer_id}/payment_methods/{svc_id}/set_as_default': {
    path: ['customer', invoice],
    refused: 404,
  },
  'DELETE /customers/{external_customer_id}/payment_methods/{svc_id}': { path: ['customer', invoice], refused: 404 },
  'GET /customers/{external_customer_id}/portal_url': { path: ['customer'] },
  'POST /customers/{external_customer_id}/checkout_url': { path: ['customer'], refused: true },
  'GET /credit_notes': {},
  'GET /credit_notes/{svc_id}': { path: [creditNote] },
  'POST /credit_notes': { body: { credit_note: { ...credited, credit_amount_cents: 1 } } },
  'POST /credit_notes/{svc_id}/download': { path: [creditNote] },
  'POST /credit_notes/estimate': { body: { credit_note: credited } },
  'PUT /credit_notes/{svc_id}': { path: [creditNote], body: { credit_note: { refund_status: 'succeeded' } } },
  'POST /credit_notes/{svc_id}/metadata': { path: [creditNote], body: { metadata: { order: '7' } } },
  'PATCH /credit_notes/{svc_id}/metadata': { path: [creditNote], body: { metadata: { order: '8' } } },
  'DELETE /credit_notes/{svc_id}/metadata/{key}': { path: [creditNote, 'order'] },
  'DELETE /credit_notes/{svc_id}/metadata': { path: [creditNote] },
  'PUT /credit_notes/{svc_id}/void': { paths: goneNotes.map((id) => [id]) },

  'POST /coupons': { body: { coupon: coupon('new') } },
  'GET /coupons': {},
  'GET /coupons/{code}': { path: ['coupon'] },
  'PUT /coupons/{code}': { path: ['new'], body: { coupon: coupon('new') } },
  'DELETE /coupons/{code}': { path: ['gone'] },
  'POST /applied_coupons': { body: { applied_coupon: { external_customer_id: 'customer', coupon_code: 'coupon' } } },
  'GET /applied_coupons': {},
  'DELETE /customers/{external_customer_id}/applied_coupons/{applied_coupon_id}': { path: ['patient', appliedCoupon] },

  'POST /wallets': {
    body: { wallet: { external_customer_id: 'prepaid', name: 'New', rate_amount: '1.0', currency: 'EUR' } },
  },
  'GET /wallets': {},
  'GET /wallets/{svc_id}': { path: [wallet] },
  'PUT /wallets/{svc_id}': { path: [wallet], body: { wallet: { name: 'Travel' } } },
  'POST /wallets/{svc_id}/metadata': { path: [wallet], body: { metadata: { order: '7' } } },
  'PATCH /wallets/{svc_id}/metadata': { path: [wallet], body: { metadata: { order: '8' } } },
  'DELETE /wallets/{svc_id}/metadata/{key}': { path: [wallet, 'order'] },
  'DELETE /wallets/{svc_id}/metadata': { path: [wallet] },
  'GET /wallets/{svc_id}/wallet_transactions': { path: [wallet] },
  'DELETE /wallets/{svc_id}': { path: [endedWallet] },
  'POST /wallet_transactions': { body: { wallet_transaction: { wallet_id: wallet, granted_credits: '1' } } },
  'GET /wallet_transactions/{svc_id}': { path: [soldCredits] },
  'POST /wallet_transactions/{svc_id}/payment_url': { path: [soldCredits], refused: 422 },
  'GET /wallet_transactions/{svc_id}/consumptions': { path: [grantedCredits] },
  'GET /wallet_transactions/{svc_id}/fundings': { path: [voidedCredits] },
  'POST /customers/{external_customer_id}/wallets': {
    path: ['credited'],
    body: { wallet: { name: 'New', rate_amount: '1.0', currency: 'EUR' } },
  },
  'GET /customers/{external_customer_id}/wallets': { path: ['prepaid'] },
  'GET /customers/{external_customer_id}/wallets/{code}': { path: ['prepaid', 'other_wallet'] },
  'PUT /customers/{external_customer_id}/wallets/{code}': {
    path: ['prepaid', 'other_wallet'],
    body: { wallet: { name: 'Travel' } },
  },
  'POST /customers/{external_customer_id}/wallets/{code}/metadata': {
    path: ['prepaid', 'other_wallet'],
    body: { metadata: { order: '7' } },
  },
  'PATCH /customers/{external_customer_id}/wallets/{code}/metadata': {
    path: ['prepaid', 'other_wallet'],
    body: { metadata: { order: '8' } },
  },
  'DELETE /customers/{external_customer_id}/wallets/{code}/metadata/{key}': {
    path: ['prepaid', 'other_wallet', 'order'],
  },
  'DELETE /customers/{external_customer_id}/wallets/{code}/metadata': { path: ['prepaid', 'other_wallet'] },
  'POST /customers/{external_customer_id}/wallets/{wallet_code}/alerts': {
    path: ['prepaid', 'other_wallet'],
    body: { alert: { alert_type: 'wallet_balance_amount', code: 'alert', thresholds: [{ value: 1000 }] } },
  },
  'GET /customers/{external_customer_id}/wallets/{wallet_code}/alerts': { path: ['prepaid', 'other_wallet'] },
  'GET /customers/{external_customer_id}/wallets/{wallet_code}/alerts/{code}': {
    path: ['prepaid', 'other_wallet', 'alert'],
  },
  'PUT /customers/{external_customer_id}/wallets/{wallet_code}/alerts/{code}': {
    path: ['prepaid', 'other_wallet', 'alert'],
    body: { alert: { name: 'Low' } },
  },
  'DELETE /customers/{external_customer_id}/wallets/{wallet_code}/alerts/{code}': {
    path: ['prepaid', 'other_wallet', 'alert'],
  },
  'DELETE /customers/{external_customer_id}/wallets/{wallet_code}/alerts': { path: ['prepaid', 'other_wallet'] },
  'DELETE /customers/{external_customer_id}/wallets/{code}': { path: ['prepaid', 'gone_wallet'] },

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
