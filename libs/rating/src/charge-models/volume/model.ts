import { z } from 'zod';
import { Decimal, ZERO, decimalText } from '../../decimal.js';
import { flatLine } from '../document-lines.js';
import { argumentOf, rangeName } from '../explained-usage.js';
import { described } from '../field-text.js';
import { amountOfProjectedUnits } from '../projected-amounts.js';
import { checkRanges, checkUnitPrice } from '../property-checks.js';
import { decimalOf, perUnit, statedUnits } from '../quotient.js';
import { withEnds, type PriceRange } from '../ranges.js';
import { openRange, priced, unitPriceRange, type Lenient } from '../schemas.js';
import { unitsAlone } from '../usage-needs.js';
import type { ChargeModel } from '../charge-model.js';

const properties = z.object({
  volume_ranges: described(
    z.array(unitPriceRange).nonempty(),
    'Ranges; the whole quantity has the price of the range that it reaches',
  ),
});
type VolumeProperties = Lenient<typeof properties>;

const details = z.object({
  flat_unit_amount: priced.flat_unit_amount,
  per_unit_amount: priced.per_unit_amount,
  per_unit_total_amount: priced.per_unit_total_amount,
});

const free: PriceRange = { ...openRange, per_unit_amount: '0', flat_amount: '0' };

/**
 * The range that prices a whole quantity. A quantity in a gap between bounds, or below the first bound, belongs to the
 * range that ends above it.
 */
function volumeRange(stated: VolumeProperties, units: Decimal): PriceRange {
  const ranges = withEnds<PriceRange>(stated.volume_ranges ?? []).sort((a, b) => a.from_value - b.from_value);
  const endsAbove = ({ to_value: to }: PriceRange): boolean => to === null || units.lte(to);
  return (
    ranges.find((range) => units.ceil().gte(range.from_value) && endsAbove(range)) ?? ranges.find(endsAbove) ?? free
  );
}

/** All units at the price of the range that their number reaches (metering, section 5.7). */
export const volume = {
  name: 'volume',
  text: 'the whole quantity at the price of the range that it reaches',
  rules: {
    prices: 'units',
    inAdvance: false,
    prorated: { inArrears: true, inAdvance: false },
    fixedCharges: { inAdvance: false, proratedInAdvance: false },
  },
  properties: {
    schema: properties,
    defaults: { volume_ranges: [free] },
    check: (submitted, codes) => checkRanges(submitted, 'volume_ranges', 'separate', codes, checkUnitPrice),
  },
  details: {
    schema: details,
    key: 'per_unit_amount',
    text: 'the whole quantity at the price of the range that it reaches',
    lines: (stated, units) => [
      {
        name: [{ label: 'perUnit' }],
        units,
        price: { amount: new Decimal(stated.per_unit_amount) },
        amount: new Decimal(stated.per_unit_total_amount),
      },
      ...flatLine([{ label: 'flatFee' }], new Decimal(stated.flat_unit_amount)),
    ],
    statesEvents: false,
  },
  needs: () => unitsAlone,
  price(stated, usage) {
    const reached = statedUnits(usage);
    const range = volumeRange(stated, reached);
    const flat = decimalOf(range.flat_amount);
    const unitsTotal = usage.units.times(decimalOf(range.per_unit_amount));
    const amount = unitsTotal.plus(flat);
    return {
      amount,
      unitAmount: perUnit(amount, reached),
      amountDetails: {
        flat_unit_amount: decimalText(flat),
        per_unit_amount: decimalText(reached.isZero() ? ZERO : perUnit(unitsTotal, reached)),
        per_unit_total_amount: decimalText(unitsTotal),
      },
    };
  },
  events: { isIndependent: false, firstCarriesFlatAmount: false, details: () => ({}), alone: null },
  project: amountOfProjectedUnits,
  steps({ steps, prefix, usage, units, properties: stated }) {
    const rule = 'metering, section 5.7';
    const reached = usage.full_units === null ? steps.decimalOf(units) : new Decimal(usage.full_units);
    const range = volumeRange(stated, reached);
    const of = rangeName(range);
    const factors = [units, argumentOf(range.per_unit_amount)];
    const price = steps.add({ id: `${prefix}units_price`, kind: 'units_price', rule, of, op: 'mul', args: factors });
    const args = [price, argumentOf(range.flat_amount)];
    return steps.add({ id: `${prefix}amount`, kind: 'range_price', rule, of, op: 'sum', args });
  },
} satisfies ChargeModel<VolumeProperties, z.infer<typeof details>>;
