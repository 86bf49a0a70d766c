import { describe, expect, it } from '@jest/globals';
import { money } from '../answers/money.js';
import { comparedLines, type FeeLine } from './fee-lines.js';

const line = (code: string, cents: number, more: Partial<FeeLine> = {}): FeeLine => ({
  fee_id: `${code}-${cents}`,
  type: 'charge',
  code,
  name: code,
  subscription: 's1',
  filters: null,
  group: null,
  units: '1.0',
  unit_amount: '1.0',
  events_count: 1,
  from: null,
  to: null,
  amount: money(cents, 'EUR'),
  taxes: money(0, 'EUR'),
  ...more,
});

describe('compared lines', () => {
  it('pair the same item, the largest difference first', () => {
    const compared = comparedLines(
      [line('a', 100), line('b', 100, { units: '1.0' })],
      [line('a', 110, { unit_amount: '1.1' }), line('b', 900, { units: '9.0' })],
      'EUR',
    );
    expect(compared.map(({ code, difference, causes }) => [code, difference.amount_cents, causes])).toEqual([
      ['b', 800, ['units']],
      ['a', 10, ['unit_amount']],
    ]);
  });

  it('name what only one invoice has', () => {
    const compared = comparedLines([line('old', 500)], [line('new', 200)], 'EUR');
    expect(compared.map(({ code, difference, causes }) => [code, difference.amount, causes])).toEqual([
      ['old', '-5.00 EUR', ['only_before']],
      ['new', '2.00 EUR', ['only_after']],
    ]);
  });

  it('keep filters, groups, subscriptions and repeated items apart', () => {
    const before = [line('a', 100), line('a', 200, { filters: { region: ['eu'] } }), line('a', 5)];
    const after = [
      line('a', 100),
      line('a', 250, { filters: { region: ['eu'] } }),
      line('a', 5, { subscription: 's2' }),
    ];
    const compared = comparedLines(before, after, 'EUR');
    expect(compared.map(({ difference }) => difference.amount_cents)).toEqual([50, -5, 5, 0]);
  });
});
