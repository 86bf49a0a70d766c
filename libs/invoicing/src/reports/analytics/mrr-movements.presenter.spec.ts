import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { presentMovements } from './mrr-movements.presenter.js';
import type { MrrMovementRow } from './mrr-movements.repository.js';

const names = Array.from(
  { length: 24 },
  (_, n) => `202${4 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
);
const gained = fc.bigInt({ min: 0n, max: 10n ** 12n });
const lost = gained.map((cents) => -cents);
const row = fc.record({
  month: fc.constantFrom(...names).map((name) => `${name}-01`),
  currency: fc.constantFrom('EUR', 'JPY', 'USD'),
  new_amount_cents: gained,
  reactivation_amount_cents: gained,
  expansion_amount_cents: gained,
  contraction_amount_cents: lost,
  churn_amount_cents: lost,
});
const rows: fc.Arbitrary<MrrMovementRow[]> = fc
  .uniqueArray(row, { selector: ({ month, currency }) => `${month} ${currency}` })
  .map((all) => all.sort((one, other) => (one.month < other.month ? -1 : 1)));

it('each level is the one before with the movements of the month', () => {
  fc.assert(
    fc.property(rows, fc.nat(23), (stored, from) => {
      const levels = new Map<string, number>();
      for (const movement of presentMovements(stored, names)) {
        const { currency, opening_amount_cents: opening, closing_amount_cents: closing } = movement;
        expect(opening).toBe(levels.get(currency) ?? 0);
        expect(closing - opening).toBe(
          movement.new_amount_cents +
            movement.reactivation_amount_cents +
            movement.expansion_amount_cents +
            movement.contraction_amount_cents +
            movement.churn_amount_cents,
        );
        levels.set(currency, closing);
      }
      // The last months alone are the same as within all months.
      const some = names.slice(from);
      expect(presentMovements(stored, some)).toEqual(
        presentMovements(stored, names).filter(({ month }) => some.includes(month.slice(0, 7))),
      );
    }),
  );
});

it('has a currency in each month from its first movement', () => {
  const none = {
    reactivation_amount_cents: 0n,
    expansion_amount_cents: 0n,
    contraction_amount_cents: 0n,
    churn_amount_cents: 0n,
  };
  const stored = [{ month: '2024-02-01', currency: 'EUR', new_amount_cents: 500n, ...none }];
  expect(
    presentMovements(stored, ['2024-01', '2024-02', '2024-03']).map(
      ({ month, opening_amount_cents: from, closing_amount_cents: to }) => [month, from, to],
    ),
  ).toEqual([
    ['2024-02-01T00:00:00.000Z', 0, 500],
    ['2024-03-01T00:00:00.000Z', 500, 500],
  ]);
});
