import { describe, expect, it } from '@jest/globals';
import { setupI18n } from '@lingui/core';
import { linesOf, type Step } from './steps.js';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

const step = (id: string, kind: string, more: Partial<Step> = {}): Step => ({
  id,
  kind,
  rule: 'metering, section 5',
  of: null,
  op: 'sum',
  args: [],
  places: null,
  value: '1',
  ...more,
});

const shown = (steps: readonly Step[]) =>
  linesOf(steps, 'en').map(({ sentence, calculation, value }) => [i18n._(sentence), calculation, value]);

describe('the lines that explain a fee', () => {
  it('have the values of earlier steps in their calculations', () => {
    const steps = [
      step('units', 'sum_agg', { value: '1200' }),
      step('price', 'units_price', { op: 'mul', args: ['$units', '0.5'], value: '600' }),
    ];
    expect(shown(steps)).toEqual([
      ['Units of the events', null, '1200'],
      ['Price of the units', '1,200 × 0.5', '600'],
    ]);
  });

  it('name their range, and an open one without an end', () => {
    const range = (of: string) => shown([step('range', 'range_units', { of })])[0]?.[0];
    expect(range('0..100')).toBe('Units in the range 0–100');
    expect(range('101..')).toBe('Units in the range 101–∞');
  });

  it('leave out steps that pages do not show, without a value, and amounts with a fraction', () => {
    expect(
      shown([
        step('a', 'a_kind_without_a_sentence'),
        step('b', 'units_price', { value: null }),
        step('c', 'taxes_cents', { value: '12.5' }),
      ]),
    ).toEqual([]);
  });

  it('write no calculation for an unknown argument, or for very many', () => {
    const many = Array.from({ length: 9 }, () => '1');
    expect(shown([step('a', 'units_price', { args: ['$unknown', '1'] })])[0]?.[1]).toBeNull();
    expect(shown([step('b', 'units_price', { args: many })])[0]?.[1]).toBeNull();
  });

  it('tell the usage with an event from that without it', () => {
    const lines = linesOf(
      [step('with_units', 'sum_agg'), step('without_units', 'sum_agg'), step('units', 'sum_agg')],
      'en',
    );
    expect(lines.map(({ side }) => side)).toEqual(['with', 'without', null]);
  });
});
