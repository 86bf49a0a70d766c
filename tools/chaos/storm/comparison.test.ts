import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fee, type Invoice, compareFees, compareInvoices, compareRunning } from './comparison.ts';
import type { SubscriptionUsage, UsageEvent } from './usage.ts';

const event = (id: string, code: UsageEvent['code'], value: number | string): UsageEvent => ({
  transaction_id: id,
  external_subscription_id: 's',
  code,
  properties: { value },
});
const fee = (fields: Partial<Fee>): Fee => ({
  from_date: '2024-01-01T00:00:00Z',
  item: { type: 'charge', code: 'tokens' },
  units: '1',
  amount_cents: 0,
  taxes_amount_cents: 0,
  events_count: 1,
  svc_invoice_id: 'i1',
  invoiceable: true,
  ...fields,
});
const invoice = (fields: Partial<Invoice>): Invoice => ({
  svc_id: 'i1',
  number: 'N-1',
  sequential_id: 1,
  status: 'finalized',
  fees_amount_cents: 100,
  taxes_amount_cents: 8,
  total_amount_cents: 108,
  ...fields,
});

// In advance: 9.90 each month, and 0.0331 for each token.
const usage: SubscriptionUsage = { subscription: 's', plan: 'advance', months: [[event('t1', 'tokens', 100)]] };
const monthly = fee({
  item: { type: 'subscription', code: 'advance' },
  amount_cents: 990,
  taxes_amount_cents: 82,
  events_count: null,
});
const tokens = fee({
  event_transaction_id: 't1',
  units: '100.0',
  amount_cents: 331,
  taxes_amount_cents: 27,
  svc_invoice_id: null,
  invoiceable: false,
});

test('expected fees are no problem', () => {
  assert.deepEqual(compareFees(usage, [monthly, tokens]), []);
});

test('a missing, a second, a wrong and a further fee are problems', () => {
  const key = 'month 1, event tokens t1';
  assert.deepEqual(compareFees(usage, [monthly]), [`s, ${key}: no fee instead of 100 units, 331 cents, 1 events`]);
  assert.deepEqual(compareFees(usage, [monthly, tokens, tokens]), [`s, ${key}: 2 fees instead of one`]);
  assert.deepEqual(compareFees(usage, [monthly, { ...tokens, amount_cents: 332 }]), [
    `s, ${key}: 100.0 units, 332 cents, 1 events instead of 100 units, 331 cents, 1 events`,
  ]);
  assert.deepEqual(compareFees(usage, [monthly, tokens, { ...tokens, event_transaction_id: 't2' }]), [
    's, month 1, event tokens t2: 100.0 units, 331 cents, 1 events instead of no fee',
  ]);
});

test('one cent of tax, one event or one month off is a problem', () => {
  const off: Partial<Fee>[] = [{ taxes_amount_cents: 28 }, { events_count: 2 }, { from_date: '2024-02-01T00:00:00Z' }];
  for (const fields of off) assert.notDeepEqual(compareFees(usage, [monthly, { ...tokens, ...fields }]), []);
});

test('many problems are cut short', () => {
  const further = Array.from({ length: 20 }, (_, index) => ({ ...tokens, event_transaction_id: `more${index}` }));
  const lines = compareFees(usage, [monthly, tokens, ...further]);
  assert.equal(lines.length, 13);
  assert.equal(lines.at(-1), '... and 8 more');
});

test('a running month has the fees of its events and shows its usage', () => {
  const running: SubscriptionUsage = {
    subscription: 's',
    plan: 'arrears',
    months: [[event('a', 'users', 'one'), event('b', 'users', 'one'), event('c', 'bytes', 5)]],
  };
  const shown = (code: string, events: number) => ({ billable_metric: { code }, events_count: events });
  assert.deepEqual(
    compareRunning(running, [], { charges_usage: [shown('users', 1), shown('bytes', 1), shown('calls', 0)] }),
    [],
  );
  assert.deepEqual(compareRunning(running, [], { charges_usage: [shown('users', 2), shown('bytes', 0)] }), [
    's, usage of users: 2 events instead of 1',
    's, usage of bytes: 0 events instead of 1',
  ]);
  assert.deepEqual(compareRunning(usage, [], { charges_usage: [] }), [
    's, event tokens t1: no fee instead of 100 units, 331 cents, 1 events',
  ]);
  assert.deepEqual(compareRunning(usage, [tokens, { ...tokens, event_transaction_id: 't2' }], { charges_usage: [] }), [
    's, event tokens t2: 100.0 units, 331 cents, 1 events instead of no other fee',
  ]);
});

test('invoices add up and are numbered without gaps', () => {
  const invoiced = fee({ amount_cents: 100, taxes_amount_cents: 8 });
  assert.deepEqual(compareInvoices('c', [invoice({})], [invoiced, tokens]), []);
  assert.deepEqual(compareInvoices('c', [invoice({ total_amount_cents: 109 })], [invoiced]), [
    'c: the invoice N-1 comes to 100 + 8 = 109 cents instead of 100 + 8',
  ]);
  assert.deepEqual(compareInvoices('c', [invoice({ sequential_id: 2 })], [invoiced]), ['c: invoices are numbered 2']);
  assert.deepEqual(compareInvoices('c', [invoice({ status: 'draft' })], [invoiced]), ['c: the invoice N-1 is draft']);
});

test('a fee without its invoice and an invoice without fees are problems', () => {
  const empty = invoice({ fees_amount_cents: 0, taxes_amount_cents: 0, total_amount_cents: 0 });
  assert.deepEqual(compareInvoices('c', [empty], []), ['c: the invoice N-1 holds no fee']);
  assert.deepEqual(compareInvoices('c', [], [fee({ svc_invoice_id: null })]), [
    'c: the fee charge tokens is on no invoice',
  ]);
  assert.deepEqual(compareInvoices('c', [], [fee({})]), ['c: the invoice of the fee charge tokens is in no list']);
});
