import { z } from 'zod';
import { Decimal } from '../../decimal.js';
import { flatLine, rangeLabel } from '../document-lines.js';
import { described } from '../field-text.js';
import { projectedAmountSoFar } from '../projected-amounts.js';
import { checkRanges, isAmount, type Codes, type Submitted } from '../property-checks.js';
import { openRange, priced, pricedRange } from '../schemas.js';
import { unitsAlone } from '../usage-needs.js';
import { eventDetails } from './event-details.js';
import { graduatedPercentagePrice, properties, rangesText, type GraduatedPercentageProperties } from './price.js';
import { graduatedPercentageSteps } from './steps.js';
import type { ChargeModel } from '../charge-model.js';

const details = z.object({
  graduated_percentage_ranges: described(z.array(z.object({ ...pricedRange, rate: priced.rate })), ...rangesText),
});

function checkRangeRate(range: Submitted, codes: Codes): void {
  codes.require(isAmount(range['rate']), 'rate', 'invalid_rate');
  codes.require(isAmount(range['flat_amount']), 'flat_amount', 'invalid_amount');
}

/** Each range at its own percentage (metering, section 5.4). */
export const graduatedPercentage = {
  name: 'graduated_percentage',
  text: 'each range at its own percentage',
  rules: {
    prices: 'percentages',
    inAdvance: true,
    prorated: { inArrears: false, inAdvance: false },
    fixedCharges: null,
  },
  properties: {
    schema: properties,
    defaults: { graduated_percentage_ranges: [{ ...openRange, rate: '0', fixed_amount: '0', flat_amount: '0' }] },
    check: (submitted, codes) => checkRanges(submitted, 'graduated_percentage_ranges', 'shared', codes, checkRangeRate),
  },
  details: {
    schema: details,
    key: 'graduated_percentage_ranges',
    text: 'the ranges that the quantity reaches',
    // The details of one event state an average as the amount of a range, so its share is what the flat fee leaves.
    lines: ({ graduated_percentage_ranges: ranges }) =>
      ranges.flatMap((range) => {
        const name = rangeLabel(range);
        const flat = new Decimal(range.flat_unit_amount);
        const priced = {
          name: [name],
          units: new Decimal(range.units),
          price: { rate: new Decimal(range.rate) },
          amount: new Decimal(range.total_with_flat_amount).minus(flat),
        };
        return [priced, ...flatLine([name, { label: 'flatFee' }], flat)];
      }),
    statesEvents: false,
  },
  needs: () => unitsAlone,
  price: graduatedPercentagePrice,
  events: { isIndependent: false, firstCarriesFlatAmount: true, details: eventDetails, alone: null },
  project: projectedAmountSoFar,
  steps: graduatedPercentageSteps,
} satisfies ChargeModel<GraduatedPercentageProperties, z.infer<typeof details>>;
