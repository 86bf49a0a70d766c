import { expect, it } from '@jest/globals';
import { invoicedRows, openRows } from './figure-lists.js';

it('a bucket of open amounts has the invoices with its due dates', () => {
  const bucket = { bucket: 'days_over_90', amount_cents: 1, invoices_count: 1, payment_due_date_from: null } as const;
  expect(openRows('EUR', { ...bucket, payment_due_date_to: '2026-01-01' })).toEqual({
    states: 'open,overdue',
    self_billed: 'false',
    currency: 'EUR',
    payment_due_date_to: '2026-01-01',
  });
});

it('figures of all currencies have no filter by currency', () => {
  expect(invoicedRows({ first_day: '2026-02-01', last_day: '2026-02-28' })).not.toHaveProperty('currency');
});
