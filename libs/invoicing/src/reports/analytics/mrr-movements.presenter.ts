import type { MrrMovement } from '@tollgate/contracts';
import { centsNumber } from '@tollgate/rating';
import type { MrrMovementRow } from './mrr-movements.repository.js';

const kinds = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const;

/**
 * The movements of months, with the level before and after each: in the order of the months, then of the currencies. A
 * currency is in every month from its first movement.
 * @param rows all movements up to the last month, oldest first
 * @param months `YYYY-MM`, oldest first
 */
export function presentMovements(rows: MrrMovementRow[], months: string[]): MrrMovement[] {
  const levels = new Map<string, bigint>();
  const add = (row: MrrMovementRow) => levels.set(row.currency, (levels.get(row.currency) ?? 0n) + changeOf(row));
  const [first = ''] = months;
  const monthOf = ({ month }: MrrMovementRow) => month.slice(0, 7);
  for (const row of rows) if (monthOf(row) < first) add(row);
  return months.flatMap((month) => {
    const opening = new Map(levels);
    const moved = new Map(rows.filter((row) => monthOf(row) === month).map((row) => [row.currency, row]));
    for (const row of moved.values()) add(row);
    return [...levels.keys()]
      .sort()
      .map((currency) => present(month, currency, opening.get(currency) ?? 0n, moved.get(currency)));
  });
}

const changeOf = (row: MrrMovementRow): bigint => kinds.reduce((sum, kind) => sum + row[`${kind}_amount_cents`], 0n);

function present(month: string, currency: string, opening: bigint, row: MrrMovementRow | undefined): MrrMovement {
  const amount = (kind: (typeof kinds)[number]) => centsNumber(row?.[`${kind}_amount_cents`] ?? 0n);
  return {
    month: `${month}-01T00:00:00.000Z`,
    currency,
    opening_amount_cents: centsNumber(opening),
    new_amount_cents: amount('new'),
    reactivation_amount_cents: amount('reactivation'),
    expansion_amount_cents: amount('expansion'),
    contraction_amount_cents: amount('contraction'),
    churn_amount_cents: amount('churn'),
    closing_amount_cents: centsNumber(opening + (row ? changeOf(row) : 0n)),
  };
}
