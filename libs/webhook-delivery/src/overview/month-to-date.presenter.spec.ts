import { describe, expect, it } from '@jest/globals';
import { addDays, formatDate, parseDate } from '@tollgate/rating';
import { currencyMonths } from './month-to-date.presenter.js';

const nothing = { invoiced: [], collected: [], receivables: [], prices: [] };

describe('the figures of a month', () => {
  it('have no currency without amounts', () => {
    expect(currencyMonths('2026-03-01', nothing)).toEqual([]);
  });

  it('have each currency that any figure has, with zeros for the others', () => {
    const months = currencyMonths('2026-03-01', {
      ...nothing,
      collected: [{ place: 2, currency: 'USD', cents: 500n }],
      invoiced: [{ place: 1, currency: 'EUR', invoices: 1, cents: 1_200n, netCents: 1_000n, refundCents: 300n }],
    });
    expect(months.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    const [euros, dollars] = months;
    expect(euros?.collected).toEqual({
      amount_cents: -300,
      payments_amount_cents: 0,
      refunds_amount_cents: 300,
    });
    expect(dollars?.previous_collected.amount_cents).toBe(500);
    expect([dollars?.invoiced.amount_cents, dollars?.open.amount_cents, dollars?.mrr.amount_cents]).toEqual([0, 0, 0]);
  });

  it('have buckets whose due dates follow one another, each day in one of them', () => {
    const [month] = currencyMonths('2026-03-01', {
      ...nothing,
      receivables: [{ currency: 'EUR', bucket: 'not_due', invoices: 1, cents: 100n, previousCents: 0n }],
    });
    const buckets = month?.open.ageing ?? [];
    expect(buckets[0]).toMatchObject({ payment_due_date_from: '2026-03-01', payment_due_date_to: null });
    expect(buckets.at(-1)?.payment_due_date_from).toBeNull();
    for (const [place, { payment_due_date_from: from }] of buckets.slice(0, -1).entries()) {
      const before = formatDate(addDays(parseDate(from ?? ''), -1));
      expect(buckets[place + 1]?.payment_due_date_to).toBe(before);
    }
  });
});
