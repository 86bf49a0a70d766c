import { msg } from '@lingui/core/macro';
import { moneyColumn, priceColumn, type Column } from '../../../ui/columns.js';
import { chargeIn, type Answered } from './price-call.js';

/** The prices of one quantity, as the call answers them. */
export interface PriceRow {
  /** Its place in the answer. */
  place: number;
  units: string;
  cents: number;
  /** Average price of a unit, in main units of the currency. */
  unitPrice: string;
  totalCents: number;
}

/** The answered quantities of a charge, in the order of the request. */
export const rowsOf = ({ prices, points, chosen }: Answered, code: string): PriceRow[] =>
  [...points, ...chosen].flatMap((units, place) => {
    const quantity = prices.quantities[place];
    const charge = chargeIn(quantity, code);
    if (!quantity || !charge) return [];
    return [
      {
        place,
        units,
        cents: charge.amount_cents,
        unitPrice: charge.parts[0]?.precise_unit_amount ?? '0',
        totalCents: quantity.total_amount_cents,
      },
    ];
  });

/** The columns beside the quantity. */
export const priceColumns = (currency: string): readonly Column<PriceRow>[] => [
  moneyColumn(
    msg`Amount`,
    (row) => row.cents,
    () => currency,
  ),
  priceColumn(
    msg`Price of a unit`,
    (row) => row.unitPrice,
    () => currency,
  ),
  moneyColumn(
    msg`Total of the plan`,
    (row) => row.totalCents,
    () => currency,
  ),
];
