import { expect, it } from '@jest/globals';
import type { FeeExplanation, InvoiceExplanation } from '@tollgate/contracts';
import { presentLineToCustomer, presentToCustomer } from './portal-explanation.presenter.js';

const steps = [
  { id: 'cents', kind: 'cents', rule: 'r', of: null, op: 'sum' as const, args: ['5'], places: null, value: '5' },
];
const shared = {
  svc_fee_id: 'fee',
  amount_cents: 5,
  amount_currency: 'EUR',
  taxes_amount_cents: 1,
  agrees: true,
  steps,
  discount_steps: [],
  tax_steps: [],
};
const internal = { format: 1, rated_at: '2026-01-01T00:00:00Z', differences: [], plan_code: 'internal' };
const withoutUsage = {
  conversion_rate: null,
  timezone: null,
  usage_from_datetime: null,
  usage_to_datetime: null,
  events_count: null,
};

it('shows a customer the line of an event without the event', () => {
  const usage = {
    conversion_rate: '0.5',
    timezone: 'UTC',
    usage_from_datetime: '2026-01-01T00:00:00Z',
    usage_to_datetime: '2026-01-31T23:59:59Z',
  };
  const explanation = {
    ...shared,
    ...internal,
    ...usage,
    kind: 'event',
    charge_code: 'internal',
    metric: { code: 'internal', expression: 'event.properties.internal' },
    event_transaction_id: 'internal',
    event_value: 'internal',
  } as unknown as FeeExplanation;
  expect(presentLineToCustomer(explanation)).toEqual({ ...shared, ...usage, events_count: null });
});

it('shows every kind of line in one shape', () => {
  const explanation = { ...shared, ...internal, kind: 'commitment' } as unknown as FeeExplanation;
  expect(presentLineToCustomer(explanation)).toEqual({ ...shared, ...withoutUsage });
});

it('shows a customer no code of a coupon, and no check of the organization', () => {
  const coupon = {
    svc_applied_coupon_id: 'coupon',
    coupon_name: 'Welcome',
    precise_base_amount_cents: null,
    amount_cents: 1,
    shares: null,
  };
  const own = {
    svc_invoice_id: 'invoice',
    total_amount_cents: 5,
    total_amount_currency: 'EUR',
    agrees: false,
    steps,
    fees: [],
    progressive_credits: null,
    wallets: [],
  };
  const explanation: InvoiceExplanation = {
    ...own,
    differences: [{ field: 'total_amount_cents', stored: '5', computed: '6' }],
    coupons: [{ ...coupon, coupon_code: 'internal' }],
  };
  expect(presentToCustomer(explanation)).toEqual({ ...own, coupons: [coupon] });
});
