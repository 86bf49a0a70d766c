import { roundHalfUp, sumOf, type Decimal, type DocumentLine, type LineName } from '@tollgate/rating';
import type { StatedDetails } from './amount-details.js';
import { filled } from './labels/labels.js';
import type { Language } from './parties.js';

/** One tier or component of a fee, with its name on the page (webhooks, section 8.2). */
export interface FeePart extends Omit<DocumentLine, 'name'> {
  name: string;
}

/**
 * Splits a fee into its tiers or components, in page order.
 * @param units of the whole fee
 */
export const partsOf = ({ linesOf }: StatedDetails, units: Decimal, language: Language): FeePart[] =>
  linesOf(units).map(({ name, ...line }) => ({ ...line, name: nameOf(name, language) }));

/** A name in the language of the document: `From 11 units – Flat fee`. */
const nameOf = (name: readonly LineName[], { labels, formats }: Language): string =>
  name
    .map(({ label, quantities = {} }) =>
      filled(
        labels[label],
        Object.fromEntries(Object.entries(quantities).map(([place, quantity]) => [place, formats.units(quantity)])),
      ),
    )
    .join(' – ');

/** Further places that the amounts of parts may show. */
const mostFurtherPlaces = 6;

/**
 * Finds the fewest decimal places at which the amounts of all parts add up to the fee's amount on paper. A fee is
 * rounded once, and its parts are not.
 * @param total of the fee, rounded to `places`
 */
export function placesOfParts(parts: FeePart[], total: Decimal, places: number): number {
  for (let more = places; more <= places + mostFurtherPlaces; more++) {
    const sum = sumOf(parts.map(({ amount }) => roundHalfUp(amount, more)));
    if (roundHalfUp(sum, places).eq(total) && (more > places || sum.eq(total))) return more;
  }
  return places;
}
