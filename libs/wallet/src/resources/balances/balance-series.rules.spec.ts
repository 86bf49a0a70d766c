import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '@tollgate/rating';
import { balanceSeries, pointsIn } from './balance-series.rules.js';

const day = 86_400_000;

describe('the balances of a wallet over time', () => {
  it('are those at the end of each day', () => {
    const movements = [
      { start: 2 * day, cents: 500n, credits: new Decimal(5) },
      { start: 4 * day, cents: -200n, credits: new Decimal(-2) },
    ];
    const series = balanceSeries({ cents: 300n, credits: new Decimal(3) }, movements, {
      from: day,
      to: 4 * day + 10,
      granularity: 'day',
    });
    expect(series.map(({ at, cents }) => [at, cents])).toEqual([
      [2 * day - 1, 0n],
      [3 * day - 1, 500n],
      [4 * day - 1, 500n],
      [4 * day + 10, 300n],
    ]);
    expect(series.map(({ credits }) => credits.toFixed())).toEqual(['0', '5', '5', '3']);
  });

  it('agree with the sum of all movements until then', () => {
    const movement = fc.record({ start: fc.integer({ min: 0, max: 30 }), cents: fc.bigInt({ min: -900n, max: 900n }) });
    fc.assert(
      fc.property(
        fc.array(movement),
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 0, max: 30 }),
        (all, one, other) => {
          const movements = all.map(({ start, cents }) => ({
            start: start * day,
            cents,
            credits: new Decimal(cents.toString()),
          }));
          const [from, to] = [Math.min(one, other) * day, (Math.max(one, other) + 1) * day - 1];
          const total = all.reduce((sum, { cents }) => sum + cents, 0n);
          const series = balanceSeries({ cents: total, credits: new Decimal(total.toString()) }, movements, {
            from,
            to,
            granularity: 'day',
          });
          expect(series).toHaveLength(pointsIn(from, to, 'day'));
          for (const { at, cents, credits } of series) {
            const until = movements.filter(({ start }) => start <= at).reduce((sum, moved) => sum + moved.cents, 0n);
            expect([cents, credits.toFixed()]).toEqual([until, until.toString()]);
          }
        },
      ),
    );
  });
});
