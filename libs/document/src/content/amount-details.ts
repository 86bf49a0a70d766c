import { modelOfDetails, type Decimal, type DocumentLine } from '@tollgate/rating';

/** The components of an amount, by the charge model that made them. */
export interface StatedDetails {
  /** The tiers or components in page order. @param units of the whole fee */
  linesOf: (units: Decimal) => DocumentLine[];
  /** Whether the number of events stands beside them. */
  statesEvents: boolean;
}

/** Reads the details of a fee's amount (charges, section 3.4); null for models that give none. */
export function readAmountDetails(stated: Record<string, unknown>): StatedDetails | null {
  const declared = modelOfDetails(stated)?.details;
  const details = declared?.schema.safeParse(stated).data;
  if (!declared || !details) return null;
  return { linesOf: (units) => declared.lines(details, units), statesEvents: declared.statesEvents };
}
