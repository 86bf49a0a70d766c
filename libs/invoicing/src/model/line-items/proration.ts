import { Decimal, sumOf } from '@tollgate/rating';
import type { StoredProration } from '../fees/fees.tables.js';
import type { NewFee } from './new-invoice.js';

/** More than the days of a year, of added and of removed units. */
const mostParts = 750;

/** How the units of a fee were prorated, as stored with it; a true-up fee has no units of its own. */
export function prorationOf({ proration, isTrueUp }: Pick<NewFee, 'proration' | 'isTrueUp'>): StoredProration | null {
  if (!proration || isTrueUp || proration.parts.length === 0) return null;
  const { units, durationDays, parts } = proration;
  const further = parts.slice(mostParts);
  return {
    units: units.toFixed(),
    duration_days: durationDays,
    parts: parts.slice(0, mostParts).map((part) => ({ ...part, units: part.units.toFixed() })),
    further:
      further.length === 0
        ? null
        : {
            count: further.length,
            units: sumOf(further.map((part) => part.units)).toFixed(),
            prorated_units: sumOf(further.map((part) => part.units.times(part.days)))
              .div(new Decimal(durationDays))
              .toDecimalPlaces(15)
              .toFixed(),
          },
  };
}
