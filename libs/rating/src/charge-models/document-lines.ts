import { Decimal, ZERO } from '../decimal.js';

/** Labels that the lines of documents may have; documents have their texts in every language. */
export type LineLabel =
  | 'flatFee'
  | 'freeAmount'
  | 'freeUnits'
  | 'packages'
  | 'perTransaction'
  | 'perUnit'
  | 'share'
  | 'transactionLimits'
  | 'unitsBetween'
  | 'unitsFrom';

/** A part of a line's name: a label, and the quantities that fill its places. */
export interface LineName {
  readonly label: LineLabel;
  readonly quantities?: Readonly<Record<string, Decimal>>;
}

/** One tier or component of a fee (webhooks, section 8.2). Amounts are in main units, unrounded. */
export interface DocumentLine {
  /** Its parts, from the general one to the special one. */
  readonly name: readonly LineName[];
  readonly units: Decimal | null;
  /** The price of a unit, or a rate in percent. */
  readonly price: { readonly amount: Decimal } | { readonly rate: Decimal } | null;
  readonly amount: Decimal;
}

/** The name of a range. Ranges count on from the bound before, or share it; the label shows the stored bounds. */
export function rangeLabel({
  from_value: from,
  to_value: to,
}: {
  from_value: number;
  to_value: number | null;
}): LineName {
  if (to === null) return { label: 'unitsFrom', quantities: { from: new Decimal(from) } };
  return { label: 'unitsBetween', quantities: { from: new Decimal(from), to: new Decimal(to) } };
}

/** The line of a flat amount; none if it is 0. */
export const flatLine = (name: readonly LineName[], amount: Decimal): DocumentLine[] =>
  amount.isZero() ? [] : [{ name, units: new Decimal(1), price: { amount }, amount }];

/** The line of usage without a price; none without any. @param label what its units are */
export const freeLine = (units: Decimal, label: 'freeUnits' | 'freeAmount' = 'freeUnits'): DocumentLine[] =>
  units.gt(0) ? [{ name: [{ label }], units, price: { amount: ZERO }, amount: ZERO }] : [];
