import { describe, expect, it } from '@jest/globals';
import type { OverdueInvoice } from '@tollgate/invoicing/reader';
import { payableInvoice } from '../../model/connections/rows.fixture.js';
import {
  balancesOf,
  byIssuer,
  isFinished,
  isTooEarly,
  reachedBalances,
  totalOf,
  type RoundState,
} from './dunning-round.rules.js';

/** An overdue invoice, unpaid unless it owes less than its total. */
const overdue = (id: string, totalCents: bigint, changes: Partial<OverdueInvoice> = {}): OverdueInvoice => ({
  ...payableInvoice({ id, dueCents: totalCents }),
  totalCents,
  ...changes,
});

const campaign = { id: 'campaign', max_attempts: 2 };
const state = (changes: Partial<RoundState> = {}): RoundState => ({
  thresholds: [{ currency: 'EUR', amount_cents: 15_000 }],
  attempts: [],
  busy: new Set(),
  ...changes,
});
const made = (attempts: number, currency = 'EUR', dunning_campaign_id = 'campaign') => ({
  attempts,
  currency,
  dunning_campaign_id,
});

/** The invoices that a request would collect, by currency. */
const demanded = (invoices: OverdueInvoice[], changes: Partial<RoundState> = {}) =>
  Object.fromEntries(
    reachedBalances(campaign, balancesOf(invoices), state(changes)).map((balance) => [
      balance.currency,
      balance.invoices.map(({ id }) => id),
    ]),
  );

describe('the time of a reminder (webhooks, section 22)', () => {
  it('is strictly after the days between attempts', () => {
    const last = new Date('2024-01-07T09:45:00Z');
    const tooEarly = (at: string) => isTooEarly(last, { days_between_attempts: 2 }, Date.parse(at));
    expect(tooEarly('2024-01-08T09:45:00Z')).toBe(true);
    expect(tooEarly('2024-01-09T09:45:00Z')).toBe(true);
    expect(tooEarly('2024-01-09T09:45:00.001Z')).toBe(false);
  });

  it('is any time before the first attempt', () => {
    expect(isTooEarly(null, { days_between_attempts: 30 }, 0)).toBe(false);
  });
});

describe('a round of dunning (webhooks, section 22; invoices, section 14)', () => {
  it('needs the threshold of the currency: nothing at 149.00, a request at 155.00', () => {
    expect(demanded([overdue('a', 14_900n)])).toEqual({});
    expect(demanded([overdue('a', 14_900n), overdue('b', 600n)])).toEqual({ EUR: ['a', 'b'] });
    expect(demanded([overdue('a', 15_000n)])).toEqual({ EUR: ['a'] });
  });

  it('compares totals: part payments are not deducted', () => {
    expect(demanded([overdue('a', 15_000n, { dueCents: 1n })])).toEqual({ EUR: ['a'] });
    expect(totalOf([overdue('a', 15_000n, { dueCents: 1n }), overdue('b', 5n)])).toBe(15_005n);
  });

  it('treats each currency by itself, and needs a threshold in it', () => {
    const invoices = [overdue('a', 20_000n), overdue('b', 20_000n, { currency: 'USD' })];
    expect(demanded(invoices)).toEqual({ EUR: ['a'] });
    const both = [
      { currency: 'EUR', amount_cents: 15_000 },
      { currency: 'USD', amount_cents: 0 },
    ];
    expect(demanded(invoices, { thresholds: both })).toEqual({ EUR: ['a'], USD: ['b'] });
    expect(demanded(invoices, { thresholds: both, attempts: [made(2)] })).toEqual({ USD: ['b'] });
  });

  it('stops at the maximum of attempts in the currency', () => {
    const invoices = [overdue('a', 20_000n)];
    expect(demanded(invoices, { attempts: [made(1)] })).toEqual({ EUR: ['a'] });
    expect(demanded(invoices, { attempts: [made(2)] })).toEqual({});
    expect(demanded(invoices, { attempts: [made(2, 'USD')] })).toEqual({ EUR: ['a'] });
  });

  it('does not count the attempts of another campaign', () => {
    expect(demanded([overdue('a', 20_000n)], { attempts: [made(2, 'EUR', 'earlier campaign')] })).toEqual({
      EUR: ['a'],
    });
  });

  it('leaves out invoices with a payment under way, also from the total', () => {
    const invoices = [overdue('a', 10_000n), overdue('b', 10_000n)];
    expect(demanded(invoices, { busy: new Set(['b']) })).toEqual({});
    expect(demanded([...invoices, overdue('c', 5_000n)], { busy: new Set(['b']) })).toEqual({ EUR: ['a', 'c'] });
  });

  it('demands nothing with a threshold of 0 when all invoices have a payment under way', () => {
    const thresholds = [{ currency: 'EUR', amount_cents: 0 }];
    expect(demanded([overdue('a', 10n)], { thresholds, busy: new Set(['a']) })).toEqual({});
  });

  it('writes one request for each issuer', () => {
    const invoices = [
      overdue('a', 1n, { billingEntityId: 'one' }),
      overdue('b', 1n, { billingEntityId: 'other' }),
      overdue('c', 1n, { billingEntityId: 'one' }),
    ];
    expect(byIssuer(invoices).map((list) => list.map(({ id }) => id))).toEqual([['a', 'c'], ['b']]);
  });

  it('is the last one when every counted currency reached the maximum', () => {
    expect(isFinished(campaign, [made(2), made(2, 'USD')])).toBe(true);
    expect(isFinished(campaign, [made(2), made(1, 'USD')])).toBe(false);
    expect(isFinished(campaign, [made(3)])).toBe(true);
  });
});

it('balances are in the order of currencies', () => {
  const invoices = [overdue('a', 1n, { currency: 'USD' }), overdue('b', 1n), overdue('c', 1n, { currency: 'USD' })];
  expect(balancesOf(invoices).map(({ currency, invoices: own }) => [currency, own.map(({ id }) => id)])).toEqual([
    ['EUR', ['b']],
    ['USD', ['a', 'c']],
  ]);
});
