// Calls of coupons and wallets.
import { coupon } from './bodies.ts';
import type { Ids } from './fixtures.ts';
import type { Examples } from './orders.ts';

export const walletCalls = ({
  appliedCoupon,
  wallet,
  endedWallet,
  soldCredits,
  grantedCredits,
  voidedCredits,
}: Ids): Examples => ({
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
});
