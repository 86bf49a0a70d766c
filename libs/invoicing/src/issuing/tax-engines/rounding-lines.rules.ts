import { Decimal, roundHalfUp, sumOf } from '@tollgate/rating';
import type { TaxableLine, TaxAnswer, TaxDocument } from './tax-engine.js';

/** A note has few cents of rounding: more of them have another cause. */
const mostCents = 50n;
/** Amounts that the search for one with a suitable rounding tries. */
const mostSteps = 100;

/** The tax of a credit note that a document reports, negative; null for another document. */
export function taxOfReturn({ kind, lines }: Pick<TaxDocument, 'kind' | 'lines'>): bigint | null {
  if (kind === 'sale' || lines.some(({ taxCents }) => taxCents === undefined)) return null;
  return lines.reduce((sum, { taxCents }) => sum + (taxCents ?? 0n), 0n);
}

/**
 * Makes lines that change the tax of a document by some cents, and not its amount. Anrok takes no taxes, but rounds the
 * tax of each line. The tax of two small lines is a cent more than that of one line of their sum. So such a pair, and
 * their sum with the opposite sign, make one cent.
 * @param answer the taxes of the document without these lines
 * @returns none if no line of the document has such a tax, or the difference is no rounding
 */
export function roundingLines({ lines }: Pick<TaxDocument, 'lines'>, answer: TaxAnswer, cents: bigint): TaxableLine[] {
  const count = cents < 0n ? -cents : cents;
  if (count > mostCents) return [];
  const rates = answer.lines.map(({ parts }) => sumOf(parts.map(({ rate }) => rate ?? new Decimal(0))));
  const largest = rates.reduce((best, rate, at) => (rate.gt(rates[best] ?? 0) ? at : best), 0);
  const line = lines[largest];
  const size = amountOfCent((rates[largest] ?? new Decimal(0)).div(100));
  if (!line || size === null) return [];
  const sign = cents < 0n ? -1n : 1n;
  return Array.from({ length: Number(count) }, (_, at) =>
    [size, size, -2n * size].map((amount, part) => ({
      ...line,
      id: `${line.id}_r${at * 3 + part}`,
      description: 'Rounding',
      amountCents: sign * amount,
    })),
  ).flat();
}

/** The smallest amount that twice has a cent more of tax than its double; null for a rate without any. */
function amountOfCent(rate: Decimal): bigint | null {
  if (rate.lte(0)) return null;
  const taxOf = (amount: Decimal) => roundHalfUp(amount.times(rate));
  const first = new Decimal('0.5').div(rate).ceil();
  for (let step = 0; step < mostSteps; step += 1) {
    const amount = first.plus(step);
    if (
      taxOf(amount)
        .times(2)
        .minus(taxOf(amount.times(2)))
        .eq(1)
    )
      return BigInt(amount.toFixed());
  }
  return null;
}
