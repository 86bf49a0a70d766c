import { describe, expect, it } from '@jest/globals';
import type { Fee } from '@tollgate/contracts';
import type { BilledFee, BilledProration, UnitDays } from './billing-facts.js';
import { breakdownTables } from './breakdown-tables.js';
import { facts, fee } from './documents.fixture.js';
import { languageNamed } from './parties.js';

const part = (from: string, days: number, units: string, carried = false): UnitDays => ({ from, days, units, carried });

function tablesOf(fees: [Fee, BilledProration | null][], language = 'en') {
  const known = fees.map(([one, proration]): [string, BilledFee] => [
    one.svc_id,
    { taxRates: [], taxCodes: [], from: null, to: null, proration },
  ]);
  const context = { language: languageNamed(language), facts: facts({ fees: new Map(known) }), taxed: true };
  return breakdownTables(
    fees.map(([one]) => one),
    context,
  );
}

const rowsOf = (fees: [Fee, BilledProration | null][], language?: string) =>
  tablesOf(fees, language).flatMap(({ groups }) =>
    groups.flatMap(({ rows }) => rows.map(({ cells, remarks }) => [...cells, ...remarks])),
  );

// 8 × 30 + 7 × 15 − 1 × 15 + 6 × 1 = 336; 336 / 30 = 11.2
const seats: BilledProration = {
  units: '11.2',
  duration_days: 30,
  parts: [
    part('2023-09-01', 30, '8', true),
    part('2023-09-16', 15, '7'),
    part('2023-09-16', 15, '-1'),
    part('2023-09-30', 1, '6'),
  ],
  further: null,
};

describe('the breakdown of prorated units', () => {
  it('has units and days of each change, from which a reader computes the prorated units', () => {
    const usage = fee({ units: '20.0' });
    const [table] = tablesOf([[usage, seats]]);
    expect(table?.title).toBe('Prorated units by days');
    expect(table?.columns).toEqual(['Counted days', 'Added or removed', 'Share of the period', 'Prorated units']);
    expect(table?.groups[0]?.title).toBe('Calls');
    expect(rowsOf([[usage, seats]])).toEqual([
      ['Sep 01, 2023 – Sep 30, 2023', '8', '30 of 30 days', '8', 'Carried over'],
      ['Sep 16, 2023 – Sep 30, 2023', '+7', '15 of 30 days', '3.5'],
      ['Sep 16, 2023 – Sep 30, 2023', '\u22121', '15 of 30 days', '\u22120.5'],
      ['Sep 30, 2023', '+6', '1 of 30 days', '0.2'],
      ['Subtotal', '20', '', '11.2'],
    ]);
  });

  it('follows the language of the document', () => {
    expect(rowsOf([[fee({ units: '20.0' }), seats]], 'de')[1]).toEqual([
      '16.09.2023 – 30.09.2023',
      '+7',
      '15 von 30 Tagen',
      '3,5',
    ]);
  });

  it('leaves out fees of whole units, and differences to a minimum', () => {
    const trueUp = fee({ svc_true_up_parent_fee_id: 'parent' });
    expect(
      tablesOf([
        [fee(), null],
        [trueUp, seats],
      ]),
    ).toEqual([]);
  });

  it('sums up what is beyond its bound', () => {
    // 999 + 3 parts of 2 units for 15 of 30 days; a thousand rows: 2 parts and 4 stored ones are left, 4 + 6 units.
    const many = (count: number, further: BilledProration['further'] = null): BilledProration => ({
      units: String(count + Number(further?.prorated_units ?? 0)),
      duration_days: 30,
      parts: Array.from({ length: count }, () => part('2023-09-16', 15, '2')),
      further,
    });
    const rows = rowsOf([
      [fee(), many(999)],
      [fee({ units: '16.0' }), many(3, { count: 4, units: '6', prorated_units: '2.5' })],
    ]);
    expect(rows).toHaveLength(999 + 1 + 1 + 1 + 1);
    expect(rows.slice(-2)).toEqual([
      ['and 6 more', '+10', '', '4.5'],
      ['Subtotal', '16', '', '5.5'],
    ]);
  });
});

describe('the breakdown of units by properties', () => {
  it('sums up what is beyond its bound', () => {
    const breakdowns = Array.from({ length: 1002 }, (_, index) => ({
      presentation_by: { team: `team ${index}` },
      units: '1.5',
    }));
    const rows = rowsOf([[fee({ presentation_breakdowns: breakdowns }), null]]);
    expect(rows).toHaveLength(1001);
    expect(rows.at(-1)).toEqual(['and 2 more', '3']);
  });
});
