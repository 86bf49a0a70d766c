import { z } from 'zod';
import { argumentOf } from '../explained-usage.js';
import { amountOfProjectedUnits } from '../projected-amounts.js';
import { isAmount } from '../property-checks.js';
import { decimalOf, perUnit, statedUnits } from '../quotient.js';
import { amount, type Lenient } from '../schemas.js';
import { unitsAlone } from '../usage-needs.js';
import type { ChargeModel } from '../charge-model.js';

const properties = z.object({ amount });

/** One price for every unit (metering, section 5.2). */
export const standard = {
  name: 'standard',
  text: 'one price for each unit',
  rules: {
    prices: 'units',
    inAdvance: true,
    prorated: { inArrears: true, inAdvance: true },
    fixedCharges: { inAdvance: true, proratedInAdvance: true },
  },
  properties: {
    schema: properties,
    defaults: { amount: '0' },
    check: (submitted, codes) => codes.require(isAmount(submitted['amount']), 'amount', 'invalid_amount'),
  },
  details: null,
  needs: () => unitsAlone,
  price({ amount: price }, usage) {
    const total = usage.units.times(decimalOf(price));
    return { amount: total, unitAmount: perUnit(total, statedUnits(usage)), amountDetails: {} };
  },
  events: {
    isIndependent: true,
    firstCarriesFlatAmount: false,
    details: () => ({}),
    alone: ({ amount: price }, units) => units.times(decimalOf(price)),
  },
  project: amountOfProjectedUnits,
  steps({ steps, prefix, units, properties: { amount: price } }) {
    const args = [units, argumentOf(price)];
    return steps.add({ id: `${prefix}amount`, kind: 'units_price', rule: 'metering, section 5.2', op: 'mul', args });
  },
} satisfies ChargeModel<Lenient<typeof properties>>;
