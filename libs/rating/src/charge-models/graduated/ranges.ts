import { z } from 'zod';
import { described, type FieldText } from '../field-text.js';
import { withEnds, type PriceRange } from '../ranges.js';
import { openRange, unitPriceRange, type Lenient } from '../schemas.js';

/** The text of the ranges in properties and in details. */
export const rangesText: FieldText = ['Ranges, each with its own price'];

export const graduatedProperties = z.object({
  graduated_ranges: described(z.array(unitPriceRange).nonempty(), ...rangesText),
});
export type GraduatedProperties = Lenient<typeof graduatedProperties>;

export const freeRange: PriceRange = { ...openRange, per_unit_amount: '0', flat_amount: '0' };

/** Ranges of a graduated charge; the default is one open range at price 0. */
export function graduatedRanges({ graduated_ranges: ranges }: GraduatedProperties): readonly PriceRange[] {
  return ranges && ranges.length > 0 ? withEnds<PriceRange>(ranges) : [freeRange];
}

/** Do all neighbours share their bound (0–10, 10–20), rather than counting on (0–10, 11–20)? */
export function sharesBounds(
  ranges: readonly { readonly from_value: number; readonly to_value: number | null }[],
): boolean {
  return ranges.length >= 2 && ranges.slice(1).every((range, i) => range.from_value === ranges[i]?.to_value);
}
