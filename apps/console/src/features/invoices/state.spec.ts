import { expect, it } from '@jest/globals';
import { stateOf } from './state.js';

const invoice = {
  status: 'finalized',
  payment_status: 'pending',
  payment_overdue: false,
  payment_dispute_lost_at: null,
} as const;

it.each([
  [{ status: 'draft' }, 'draft'],
  [{ status: 'voided', payment_overdue: true }, 'voided'],
  [{}, 'open'],
  [{ payment_overdue: true }, 'overdue'],
  [{ payment_status: 'failed' }, 'failed'],
  [{ payment_status: 'failed', payment_overdue: true }, 'overdue'],
  [{ payment_status: 'succeeded', payment_overdue: true }, 'paid'],
  [{ payment_status: 'succeeded', payment_dispute_lost_at: '2026-01-01T00:00:00Z' }, 'disputed'],
] as const)('an invoice with %j is shown as %s', (change, state) => {
  expect(stateOf({ ...invoice, ...change })).toBe(state);
});
