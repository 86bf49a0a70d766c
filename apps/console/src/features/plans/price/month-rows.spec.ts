import { expect, it } from '@jest/globals';
import { monthRow, sameCharge } from './month-rows.js';
import type { PlanPrices, PricedCharge } from './price-call.js';

const part = (units: string, amount_cents: number) => ({ units, amount_cents, precise_unit_amount: '0.5' });
const charge = (charge_code: string, metric: string, amount_cents: number) =>
  ({
    charge_code,
    billable_metric_code: metric,
    parts: [part('3.0', amount_cents)],
    amount_cents,
    estimate_reasons: [],
  }) as unknown as PricedCharge;
const prices = (charges: PricedCharge[]) =>
  ({ usage: { from_datetime: '2026-01-01T00:00:00Z', to_datetime: '2026-01-31T23:59:59Z', charges } }) as PlanPrices;

it('a period has its amount under both plans, and a dot for each part', () => {
  const month = monthRow(1, 'a', prices([charge('a', 'm', 250)]), prices([charge('a', 'm', 300)]));
  expect(month?.row).toMatchObject({ periodsAgo: 1, units: ['3.0'], now: 300, draft: 250, difference: -50 });
  expect(month?.dots).toEqual([{ units: '3.0', cents: 250, unitPrice: '0.5' }]);
});

it('a charge that the plan of the subscription lacks has no amount now', () => {
  expect(monthRow(0, 'a', prices([charge('a', 'm', 250)]), prices([]))?.row).toMatchObject({
    now: null,
    difference: null,
  });
  expect(monthRow(0, 'a', { ...prices([]), usage: null } as PlanPrices, undefined)).toBeNull();
});

it('a charge of the draft stands for that with its code, or for the only one of its metric', () => {
  const drafted = charge('draft_0', 'm', 1);
  expect(sameCharge(prices([charge('x', 'm', 2), charge('y', 'n', 3)]), drafted)?.charge_code).toBe('x');
  expect(sameCharge(prices([charge('x', 'm', 2), charge('y', 'm', 3)]), drafted)).toBeUndefined();
  expect(sameCharge(prices([charge('x', 'm', 2), charge('y', 'm', 3)]), charge('y', 'm', 1))?.charge_code).toBe('y');
});
