import { describe, expect, it } from '@jest/globals';
import type { Fee } from '@tollgate/contracts';
import { facts, fee, type FeeChanges } from './documents.fixture.js';
import { feeRows } from './fee-lines.js';
import { languageNamed } from './parties.js';

const rowsOf = (one: Fee, known = facts()) =>
  feeRows({ fee: one, name: 'Calls', level: 0 }, { language: languageNamed('en'), facts: known, taxed: true }).map(
    ({ kind, cells, remarks }) => [kind, ...cells, ...remarks],
  );

describe('the lines of a fee', () => {
  it('are one for a single price', () => {
    const known = fee();
    expect(rowsOf(known)).toEqual([['line', 'Calls', '10', '€1.00', '20.0%', '€10.00']]);
    const rates = new Map([
      [known.svc_id, { taxRates: [20, 5.5], taxCodes: [], from: null, to: null, proration: null }],
    ]);
    expect(rowsOf(known, facts({ fees: rates }))[0]?.[4]).toBe('20.0%\n5.5%');
  });

  it('have the amount as the price of what is one unit by its kind', () => {
    const share = fee({
      units: '1.0',
      precise_unit_amount: '1137.534247',
      amount_cents: 113_753,
      item: { type: 'subscription' },
    });
    expect(rowsOf(share)[0]?.slice(2)).toEqual(['1', '€1,137.53', '20.0%', '€1,137.53']);
    const trueUp = fee({ svc_true_up_parent_fee_id: 'parent', precise_unit_amount: '4.879032', amount_cents: 488 });
    expect(rowsOf(trueUp)[0]?.slice(2)).toEqual(['1', '€4.88', '20.0%', '€4.88']);
  });

  it('are one for each tier of a graduated price, its flat fee, and the subtotal', () => {
    const range = (from: number, to: number | null, units: string, price: string, total: string, flat = '0.0') => ({
      from_value: from,
      to_value: to,
      units,
      per_unit_amount: price,
      per_unit_total_amount: total,
      flat_unit_amount: flat,
      total_with_flat_amount: total,
    });
    // 10 × 1.00 + 5.00 + 5 × 0.50 = 17.50
    const graduated = fee({
      units: '15.0',
      amount_cents: 1750,
      amount_details: {
        graduated_ranges: [range(0, 10, '10.0', '1.0', '10.0', '5.0'), range(11, null, '5.0', '0.5', '2.5')],
      },
    });
    expect(rowsOf(graduated)).toEqual([
      ['head', 'Calls', '', '', '', ''],
      ['line', 'Units 0 to 10', '10', '€1.00', '', '€10.00'],
      ['line', 'Units 0 to 10 – Flat fee', '1', '€5.00', '', '€5.00'],
      ['line', 'Units 11 and above', '5', '€0.50', '', '€2.50'],
      ['subtotal', 'Subtotal', '15', '', '20.0%', '€17.50'],
    ]);
  });

  it('show the amounts of parts with the places at which they add up', () => {
    // 5 × 0.001 + 5 × 0.003 = 0.005 + 0.015 = 0.02; rounded parts would be 0.01 + 0.02.
    const range = (from: number, to: number | null, price: string, total: string) => ({
      from_value: from,
      to_value: to,
      units: '5.0',
      per_unit_amount: price,
      per_unit_total_amount: total,
      flat_unit_amount: '0.0',
      total_with_flat_amount: total,
    });
    const small = fee({
      amount_cents: 2,
      amount_details: { graduated_ranges: [range(0, 5, '0.001', '0.005'), range(6, null, '0.003', '0.015')] },
    });
    expect(rowsOf(small).map((row) => row[5])).toEqual(['', '€0.005', '€0.015', '€0.02']);
  });

  it('are the free units and the packages of a package price', () => {
    // 250 units, 100 free: 150 in packages of 100 are 2 packages at 3.00.
    const packages = fee({
      units: '250.0',
      amount_cents: 600,
      amount_details: {
        free_units: '100.0',
        paid_units: '150.0',
        per_package_size: 100,
        per_package_unit_amount: '3.0',
      },
    });
    expect(rowsOf(packages)).toEqual([
      ['head', 'Calls', '', '', '', ''],
      ['line', 'Free units', '100', '€0.00', '', '€0.00'],
      ['line', 'Packages of 100 units', '2', '€3.00', '', '€6.00'],
      ['subtotal', 'Subtotal', '250', '', '20.0%', '€6.00'],
    ]);
  });

  it('are the share, the fees per transaction and their limits for a percentage', () => {
    // 1,000 of 1,200 at 1.2 % are 12.00; 4 of 5 transactions at 0.25 are 1.00; limits add 0.50.
    const percentage = fee({
      units: '1200.0',
      amount_cents: 1350,
      events_count: 5,
      amount_details: {
        units: '1200.0',
        free_units: '200.0',
        free_events: 1,
        paid_units: '1000.0',
        rate: '1.2',
        per_unit_total_amount: '12.0',
        paid_events: 4,
        fixed_fee_unit_amount: '0.25',
        fixed_fee_total_amount: '1.0',
        min_max_adjustment_total_amount: '0.5',
      },
    });
    expect(rowsOf(percentage)).toEqual([
      ['head', 'Calls', '', '', '', '', 'Total events: 5'],
      ['line', 'Free amount', '200', '€0.00', '', '€0.00'],
      ['line', 'Share of the amount', '1,000', '1.2%', '', '€12.00'],
      ['line', 'Fee per transaction', '4', '€0.25', '', '€1.00'],
      ['line', 'Minimum and maximum per transaction', '', '', '', '€0.50'],
      ['subtotal', 'Subtotal', '1,200', '', '20.0%', '€13.50'],
    ]);
  });

  it('are the shares and flat fees of a graduated percentage', () => {
    // 20 % of 100 + 10.00 + 30 % of 50 = 45.00
    const range = (from: number, to: number | null, units: string, rate: string, flat: string, total: string) => ({
      from_value: from,
      to_value: to,
      units,
      rate,
      flat_unit_amount: flat,
      per_unit_total_amount: '0.0',
      total_with_flat_amount: total,
    });
    const graduated = fee({
      units: '150.0',
      amount_cents: 4500,
      amount_details: {
        graduated_percentage_ranges: [
          range(0, 100, '100.0', '20.0', '10.0', '30.0'),
          range(101, null, '50.0', '30.0', '0.0', '15.0'),
        ],
      },
    });
    expect(rowsOf(graduated).slice(1, 4)).toEqual([
      ['line', 'Units 0 to 100', '100', '20.0%', '', '€20.00'],
      ['line', 'Units 0 to 100 – Flat fee', '1', '€10.00', '', '€10.00'],
      ['line', 'Units 101 and above', '50', '30.0%', '', '€15.00'],
    ]);
  });

  it('are the units and the flat fee of a volume', () => {
    const volume = fee({
      units: '15.0',
      amount_cents: 850,
      amount_details: { flat_unit_amount: '1.0', per_unit_amount: '0.5', per_unit_total_amount: '7.5' },
    });
    expect(rowsOf(volume).slice(1)).toEqual([
      ['line', 'Price per unit', '15', '€0.50', '', '€7.50'],
      ['line', 'Flat fee', '1', '€1.00', '', '€1.00'],
      ['subtotal', 'Subtotal', '15', '', '20.0%', '€8.50'],
    ]);
  });

  it('are one without an amount, whatever the model', () => {
    const unused = fee({
      units: '0.0',
      amount_cents: 0,
      precise_unit_amount: '0.0',
      amount_details: { flat_unit_amount: '0.0', per_unit_amount: '0.0', per_unit_total_amount: '0.0' },
    });
    expect(rowsOf(unused)).toEqual([['line', 'Calls', '0', '€0.00', '20.0%', '€0.00']]);
  });

  it('explain prorated and weighted units', () => {
    const seats = fee({ svc_charge_id: 'seats', units: '7.0', precise_unit_amount: '9.193564', amount_cents: 6435 });
    const charges = new Map([
      ['seats', { prorated: true, weighted: false }],
      ['storage', { prorated: false, weighted: true }],
    ]);
    expect(rowsOf(seats, facts({ charges }))).toEqual([
      ['line', 'Calls', '7', '€9.193564', '20.0%', '€64.35', 'Prorated by days of use; the unit price is an average'],
    ]);
    expect(rowsOf(fee({ svc_charge_id: 'storage' }), facts({ charges }))[0]?.at(-1)).toBe(
      'Prorated per second per month',
    );
  });

  it('show prorated units with the full price, where the amount is their product', () => {
    const seats = (changes: FeeChanges = {}) =>
      fee({
        ...{ svc_charge_id: 'seats', units: '7.0', precise_unit_amount: '20.3226', amount_cents: 14_226 },
        ...{ precise_amount: '142.2582', ...changes },
      });
    const rowOf = (one: Fee) => {
      const proration = { units: '4.74194', duration_days: 31, parts: [], further: null };
      const known = { taxRates: [20], taxCodes: [], from: null, to: null, proration };
      const charges = new Map([['seats', { prorated: true, weighted: false }]]);
      return rowsOf(one, facts({ charges, fees: new Map([[one.svc_id, known]]) }))[0]?.slice(1);
    };
    expect(rowOf(seats())).toEqual([
      ...['Calls', '4.74194', '€30.00', '20.0%', '€142.26'],
      '7 units, prorated by days of use',
    ]);
    const average = 'Prorated by days of use; the unit price is an average';
    expect(rowOf(seats({ precise_amount: '142.0' }))?.slice(1)).toEqual(['7', '€20.3226', '20.0%', '€142.26', average]);
  });

  it('show prices in a pricing unit, and its conversion', () => {
    const converted = fee({
      units: '300.0',
      amount_cents: 15_000,
      pricing_unit_details: {
        svc_pricing_unit_id: 'unit',
        pricing_unit_code: 'credits',
        short_name: 'CR',
        amount_cents: 30_000,
        precise_amount_cents: '30000.0',
        unit_amount_cents: 100,
        precise_unit_amount: '1.0',
        conversion_rate: '0.5',
      },
    });
    expect(rowsOf(converted)).toEqual([
      ['line', 'Calls', '300', 'CR\u00a01.00', '20.0%', '€150.00', 'CR\u00a0300.00 × €0.50 = €150.00'],
    ]);
  });
});
