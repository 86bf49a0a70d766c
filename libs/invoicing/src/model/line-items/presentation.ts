import { Decimal, decimalText } from '@tollgate/rating';
import type { StoredPresentation } from '../fees/fees.tables.js';
import { displayedKeys } from '../rated-charges/charge-parts.js';
import type { NewFee } from './new-invoice.js';
import type { PresentedUnits } from '../rated-charges/rated-charge.js';

/** The stored breakdown of a fee's bucket; a true-up fee has no usage of its own. */
export function presentationOf({
  charge,
  bucket,
  isTrueUp,
}: Pick<NewFee, 'charge' | 'bucket' | 'isTrueUp'>): StoredPresentation | null {
  const presented = isTrueUp ? [] : (bucket?.presentation ?? []);
  if (!charge || presented.length === 0) return null;
  return {
    displayed: displayedKeys(charge),
    breakdowns: presented.map(({ by, units }) => ({ by, units: units.toFixed() })),
  };
}

/** The units by all keys, as past usage shows them. */
export const presentedUnits = (stored: StoredPresentation | null): PresentedUnits[] =>
  (stored?.breakdowns ?? []).map(({ by, units }) => ({ by, units: new Decimal(units) }));

/** The units by the keys that invoices show (charges, section 1.2). */
export function displayedUnits(stored: StoredPresentation | null): PresentedUnits[] {
  const keys = stored?.displayed ?? [];
  if (keys.length === 0) return [];
  return presentedUnits(stored).map(({ by, units }) => ({
    by: Object.fromEntries(keys.map((key) => [key, by[key] ?? null])),
    units,
  }));
}

/** Merges units of the same values; skips sums of zero. */
export function presentBreakdowns(presented: PresentedUnits[]) {
  const byKeys = new Map<string, PresentedUnits>();
  for (const { by, units } of presented) {
    const key = JSON.stringify(by);
    byKeys.set(key, { by, units: units.plus(byKeys.get(key)?.units ?? 0) });
  }
  return [...byKeys.values()]
    .filter(({ units }) => !units.isZero())
    .map(({ by, units }) => ({ presentation_by: by, units: decimalText(units) }));
}
