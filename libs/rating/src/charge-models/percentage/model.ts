import { projectedAmountSoFar } from '../projected-amounts.js';
import { unitsAlone } from '../usage-needs.js';
import { percentageDetails, percentageLines, type PercentageDetails } from './details.js';
import { eventDetails } from './event-details.js';
import { percentagePrice } from './price.js';
import { allowanceOf, checkPercentage, percentageProperties, type PercentageProperties } from './properties.js';
import { percentageSteps } from './steps.js';
import { transactionAmount, transactionPrices } from './transactions.js';
import type { ChargeModel } from '../charge-model.js';

/** A share of the usage plus a fixed amount per event, without the free part (metering, section 5.6). */
export const percentage = {
  name: 'percentage',
  text: 'a share of the quantity, and a price for each event',
  rules: {
    prices: 'percentages',
    inAdvance: true,
    prorated: { inArrears: false, inAdvance: false },
    fixedCharges: null,
  },
  properties: {
    schema: percentageProperties,
    defaults: { rate: '0' },
    check: checkPercentage,
  },
  details: {
    schema: percentageDetails,
    key: 'rate',
    text: 'a share of the quantity and a price for each event; of a single event, the difference it made',
    lines: percentageLines,
    statesEvents: true,
  },
  needs: (properties) => ({
    ...unitsAlone,
    allowance: allowanceOf(properties),
    transactions: transactionPrices(properties),
  }),
  price: percentagePrice,
  events: {
    isIndependent: false,
    firstCarriesFlatAmount: false,
    details: eventDetails,
    alone: transactionAmount,
  },
  project: projectedAmountSoFar,
  steps: percentageSteps,
} satisfies ChargeModel<PercentageProperties, PercentageDetails>;
