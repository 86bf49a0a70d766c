import { describe, expect, it } from '@jest/globals';
import { Decimal, ZERO } from '../decimal.js';
import { runningTotal } from '../charge-models/running-total.js';
import { allowanceOf } from '../charge-models/percentage/properties.js';
import { proratedIncrement } from '../aggregations/prorated.js';
import { estimatedEventFee, eventFee, eventFeeBetween, instantEventFee } from './event-price.js';
import { inAdvanceUsageUnits, proratedInAdvanceUsageUnits, sumIncrement, uniqueIncrement } from './high-water.js';
import type { ChargeFee } from '../charge-models/types.js';
import type { ChargeModelName, ChargeProperties } from '../charge-models/registry.js';
import type { Usage } from '../charge-models/types.js';
import type { HighWater, Increment } from './high-water.js';

const d = (x: number | string): Decimal => new Decimal(x);
const plain = (x: Decimal): number => x.toNumber();

function sums(...values: number[]): Increment[] {
  let state: HighWater | null = null;
  return values.map((value) => {
    const increment = sumIncrement(state, d(value));
    state = increment.state;
    return increment;
  });
}

describe('the high-water mark', () => {
  it('bills the increase of a sum above its highest value', () => {
    expect(sums(10, -4, 8).map(({ billedUnits }) => plain(billedUnits))).toEqual([10, 0, 4]);
    expect(sums(10, -5, 2).map(({ feeUnits, priced }) => [plain(feeUnits), priced])).toEqual([
      [10, true],
      [0, false],
      [2, false],
    ]);
  });

  it('restarts from the total after a negative first event', () => {
    const [first, second] = sums(-5, 3);
    expect([first?.state.current, first?.state.max, first?.billedUnits].map((x) => plain(x ?? ZERO))).toEqual([
      -5, -5, 0,
    ]);
    expect([second?.state.current, second?.state.max, second?.billedUnits].map((x) => plain(x ?? ZERO))).toEqual([
      -2, 3, 3,
    ]);
  });

  it('costs nothing when a period begins without units: the next event carries the first flat amount, once', () => {
    expect(sums(0, 5).map(({ priced }) => priced)).toEqual([false, true]);
    expect(sums(-5, 3).map(({ priced }) => priced)).toEqual([false, true]);
  });

  it('bills a unique value when more are present than before', () => {
    let state: HighWater | null = null;
    const shown = ([1, -1, 1, 1, 0] as const).map((change) => {
      const increment = uniqueIncrement(state, change);
      state = increment.state;
      return [plain(increment.feeUnits), plain(increment.billedUnits)];
    });
    expect(shown).toEqual([
      [1, 1],
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]);
  });

  it('bills a seat that is swapped after a renewal', () => {
    const removed = uniqueIncrement(null, -1);
    expect(plain(removed.feeUnits)).toBe(0);
    expect(plain(uniqueIncrement(removed.state, 1).billedUnits)).toBe(1);
  });

  it('costs nothing when a period begins without a new value', () => {
    expect(([-1, 0, 1] as const).map((change) => uniqueIncrement(null, change).priced)).toEqual([false, false, true]);
  });

  it('retains billed units in current usage', () => {
    expect(plain(inAdvanceUsageUnits(d(7), { current: d(5), max: d(10) }))).toBe(12);
    expect(plain(inAdvanceUsageUnits(d(7), null))).toBe(7);
  });

  it('retains billed units of a prorated charge', () => {
    const days = 24;
    const [from, to] = ['2024-02-01T00:00:00Z', '2024-02-29T23:59:59.999Z'].map((text) => Date.parse(text));
    const window = { from: from as number, to: to as number, durationDays: 29, timezone: 'UTC' };
    const billedUnits = proratedIncrement(d(10), new Date('2024-02-06T00:00:00Z').getTime(), window);
    const amount = (total: number, current: number): string =>
      proratedInAdvanceUsageUnits({
        total: d(total),
        proratedUnits: ZERO,
        state: { current: d(current), max: d(10) },
        billedUnits,
        days,
        durationDays: 29,
      })
        .times(29)
        .toFixed(2);
    expect([amount(10, 10), amount(5, 5), amount(7, 7)]).toEqual(['240.00', '240.00', '240.00']);
    const none = { total: d(8), proratedUnits: d(3), state: null, billedUnits: ZERO, durationDays: 29 };
    expect(
      [proratedInAdvanceUsageUnits({ ...none, days: 29 }), proratedInAdvanceUsageUnits({ ...none, days: 5 })].map(
        plain,
      ),
    ).toEqual([8, 3]);
  });
});

function fees(model: ChargeModelName, properties: ChargeProperties, ...values: number[]): ChargeFee[] {
  return values.map((value, i) => {
    const soFar = values.slice(0, i + 1).map(d);
    const usage: Usage = {
      units: soFar.reduce((a, b) => a.plus(b)),
      eventsCount: i + 1,
      runningTotal: runningTotal(soFar, allowanceOf(properties)),
      eventValues: soFar,
    };
    return eventFee(
      { model, properties, currency: 'EUR' },
      usage,
      { billedUnits: d(value), value: d(value) },
      { feeUnits: d(value), priced: true },
    );
  });
}
const cents = (...args: Parameters<typeof fees>): number[] =>
  fees(...args).map(({ amountCents }) => Number(amountCents));

describe('the fee of one event', () => {
  const range = (from_value: number, to_value: number | null, per_unit_amount: string, flat_amount: string) => ({
    from_value,
    to_value,
    per_unit_amount,
    flat_amount,
  });

  it('is the price difference that the event makes', () => {
    expect(cents('package', { amount: '1', package_size: 2, free_units: 3 }, 3, 1, 2)).toEqual([0, 100, 100]);
    expect(
      cents('graduated', { graduated_ranges: [range(0, 5, '0.02', '0.01'), range(6, null, '0.01', '0.01')] }, 3, 1, 2),
    ).toEqual([7, 2, 4]);
    expect(cents('percentage', { rate: '5', fixed_amount: '1', free_units_per_events: 2 }, 8, 5, 3)).toEqual([
      0, 0, 115,
    ]);
    expect(cents('percentage', { rate: '5', fixed_amount: '1', free_units_per_total_aggregation: '3' }, 5, 1)).toEqual([
      110, 105,
    ]);
    expect(
      cents(
        'percentage',
        { rate: '1', fixed_amount: '0.5', per_transaction_min_amount: '1.75', per_transaction_max_amount: '2' },
        100,
        1000,
        10000,
      ),
    ).toEqual([175, 200, 200]);
    expect(
      cents('graduated', { graduated_ranges: [range(0, 2, '0', '0'), range(3, null, '2', '0')] }, 1, 1, 1),
    ).toEqual([0, 0, 200]);
  });

  it('costs nothing at or below the highest total', () => {
    const usage = { units: d(6), eventsCount: 2, runningTotal: [], eventValues: [] };
    const fee = eventFee(
      { model: 'standard', properties: { amount: '10' }, currency: 'EUR' },
      usage,
      { billedUnits: ZERO, value: d(2) },
      { feeUnits: d(2), priced: false },
    );
    expect([fee.units.toFixed(), fee.amountCents, fee.preciseUnitAmount.toFixed()]).toEqual(['2', 0n, '0']);
  });

  it('has neither units nor an amount when the event lowers the price', () => {
    const properties: ChargeProperties = {
      rate: '7',
      free_units_per_events: 2,
      free_units_per_total_aggregation: '32',
    };
    // Three units of later events were paid earlier: without events of their own time, they have no free units.
    const usage: Usage = { units: d(14), eventsCount: 1, runningTotal: [d(14)] };
    const fee = eventFeeBetween(
      { model: 'percentage', properties, currency: 'EUR' },
      usage,
      { units: d(3), eventsCount: 0, runningTotal: [] },
      { feeUnits: d(11), priced: true },
    );
    expect([plain(fee.units), fee.amountCents, plain(fee.preciseUnitAmount)]).toEqual([0, 0n, 0]);
  });

  it('lists the percentage in the details', () => {
    const [, , third] = fees('percentage', { rate: '5', fixed_amount: '1', free_units_per_events: 2 }, 8, 5, 3);
    expect(third?.amountDetails).toEqual({
      units: '3.0',
      free_units: '0.0',
      paid_units: '3.0',
      free_events: '0.0',
      paid_events: '1.0',
      rate: '5.0',
      per_unit_total_amount: '0.15',
      fixed_fee_unit_amount: '1.0',
      fixed_fee_total_amount: '1.0',
      min_max_adjustment_total_amount: '0.0',
    });
    expect(third?.preciseUnitAmount.toFixed(4)).toBe('0.3833');
  });

  it('lists the graduated percentages in the details', () => {
    const of = (from_value: number, to_value: number | null, rate: string, flat_amount: string) => ({
      from_value,
      to_value,
      rate,
      flat_amount,
    });
    const properties = {
      graduated_percentage_ranges: [of(0, 100, '20', '10'), of(101, 200, '30', '7'), of(201, null, '40', '5')],
    };
    const all = fees('graduated_percentage', properties, 50, 100, 300);
    expect(all.map(({ amountCents }) => Number(amountCents))).toEqual([2000, 3200, 12000]);
    expect(all[2]?.amountDetails).toEqual({
      graduated_percentage_ranges: [
        {
          from_value: 0,
          to_value: 100,
          rate: '20.0',
          units: '0.0',
          flat_unit_amount: '0.0',
          total_with_flat_amount: '0.0',
          per_unit_total_amount: '0.0',
        },
        {
          from_value: 101,
          to_value: 200,
          rate: '30.0',
          units: '50.0',
          flat_unit_amount: '0.0',
          total_with_flat_amount: '15.0',
          per_unit_total_amount: '0.3',
        },
        {
          from_value: 201,
          to_value: null,
          rate: '40.0',
          units: '250.0',
          flat_unit_amount: '5.0',
          total_with_flat_amount: '105.0',
          per_unit_total_amount: '0.42',
        },
      ],
    });
  });

  it('excludes the first flat amount from an estimate', () => {
    const charge = {
      model: 'graduated',
      properties: { graduated_ranges: [range(0, 1, '10', '100')] },
      currency: 'EUR',
    } as const;
    const event = { billedUnits: d(1), value: d(1) };
    const shown = { feeUnits: d(1), priced: true };
    expect(eventFee(charge, { units: d(1), eventsCount: 1 }, event, shown).amountCents).toBe(11000n);
    expect(estimatedEventFee(charge, { units: ZERO, eventsCount: 0 }, event, shown).amountCents).toBe(11000n);
  });

  it('is estimated with free units', () => {
    const properties = { rate: '50', free_units_per_events: 1 };
    const estimate = (stored: number[]): bigint => {
      const usage = {
        units: stored.map(d).reduce((a, b) => a.plus(b), ZERO),
        eventsCount: stored.length,
        runningTotal: runningTotal(stored.map(d), allowanceOf(properties)),
        eventValues: stored.map(d),
      };
      return estimatedEventFee(
        { model: 'percentage', properties, currency: 'EUR' },
        usage,
        { billedUnits: d(4), value: d(4) },
        { feeUnits: d(4), priced: true },
      ).amountCents;
    };
    expect([estimate([]), estimate([4])]).toEqual([0n, 200n]);
  });

  it('in isolation has no free units', () => {
    const charge = {
      model: 'percentage',
      properties: { rate: '0.1', free_units_per_events: 9 },
      currency: 'EUR',
    } as const;
    const fee = instantEventFee(charge, d(400));
    expect([fee.amountCents, fee.preciseAmountCents.toFixed()]).toEqual([40n, '40']);
    expect(instantEventFee(charge, d(-5)).amountCents).toBe(0n);
    const withMinimum = { ...charge, properties: { ...charge.properties, per_transaction_min_amount: '1.75' } };
    expect([0, 1].map((units) => instantEventFee(withMinimum, d(units)).amountCents)).toEqual([0n, 175n]);
  });
});
