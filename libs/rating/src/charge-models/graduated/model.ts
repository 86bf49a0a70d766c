import { z } from 'zod';
import { Decimal } from '../../decimal.js';
import { flatLine, rangeLabel } from '../document-lines.js';
import { described } from '../field-text.js';
import { projectedAmountSoFar } from '../projected-amounts.js';
import { checkRanges, checkUnitPrice } from '../property-checks.js';
import { priced, pricedRange } from '../schemas.js';
import { unitsAlone } from '../usage-needs.js';
import { movementSteps } from './movement-steps.js';
import { graduatedPrice, projectedTiers } from './price.js';
import { graduatedShares, proratedGraduated } from './prorated.js';
import { freeRange, graduatedProperties, rangesText, type GraduatedProperties } from './ranges.js';
import { graduatedSteps } from './steps.js';
import type { ChargeModel } from '../charge-model.js';

const details = z.object({
  graduated_ranges: described(
    z.array(z.object({ ...pricedRange, per_unit_amount: priced.per_unit_amount })),
    ...rangesText,
  ),
});

/** Each range at its own price (metering, sections 5.3 and 5.9). */
export const graduated = {
  name: 'graduated',
  text: 'each range at its own price',
  rules: {
    prices: 'units',
    inAdvance: true,
    prorated: { inArrears: true, inAdvance: false },
    fixedCharges: { inAdvance: true, proratedInAdvance: false },
  },
  properties: {
    schema: graduatedProperties,
    defaults: { graduated_ranges: [freeRange] },
    check: (submitted, codes) => checkRanges(submitted, 'graduated_ranges', 'shared', codes, checkUnitPrice),
  },
  details: {
    schema: details,
    key: 'graduated_ranges',
    text: 'the ranges that the quantity reaches',
    lines: ({ graduated_ranges: ranges }) =>
      ranges.flatMap((range) => {
        const name = rangeLabel(range);
        const priced = {
          name: [name],
          units: new Decimal(range.units),
          price: { amount: new Decimal(range.per_unit_amount) },
          amount: new Decimal(range.per_unit_total_amount),
        };
        return [priced, ...flatLine([name, { label: 'flatFee' }], new Decimal(range.flat_unit_amount))];
      }),
    statesEvents: false,
  },
  needs: (properties) => ({
    ...unitsAlone,
    shares: (earlier, later) => graduatedShares(properties, earlier, later),
  }),
  price: (properties, usage) =>
    usage.movements ? proratedGraduated(properties, usage) : graduatedPrice(properties, usage),
  events: { isIndependent: false, firstCarriesFlatAmount: true, details: () => ({}), alone: null },
  project: (projected) =>
    projected.usage.movements ? projectedAmountSoFar(projected) : projectedTiers(projected.properties, projected.units),
  steps: (priced) => (priced.usage.movements ? movementSteps(priced, priced.usage.movements) : graduatedSteps(priced)),
} satisfies ChargeModel<GraduatedProperties, z.infer<typeof details>>;
