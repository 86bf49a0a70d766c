import { z } from 'zod';
import { ZERO, subunit } from '../../decimal.js';
import { isUsed } from '../explained-usage.js';
import { projectedAmountSoFar } from '../projected-amounts.js';
import { perUnit, statedUnits } from '../quotient.js';
import { unitsAlone } from '../usage-needs.js';
import type { ChargeModel } from '../charge-model.js';
import type { Lenient } from '../schemas.js';

const properties = z.object({});

/** The price that the events carry; nothing at 0 units (metering, section 5.8). */
export const dynamic = {
  name: 'dynamic',
  text: 'each event carries its price',
  rules: {
    prices: 'events',
    inAdvance: true,
    prorated: { inArrears: false, inAdvance: false },
    fixedCharges: null,
  },
  properties: { schema: properties, defaults: {}, check: () => {} },
  details: null,
  needs: () => ({ ...unitsAlone, eventPrices: true }),
  price(_, usage, currency) {
    const amount = usage.units.isZero() ? ZERO : (usage.eventsPriceCents ?? ZERO).div(subunit(currency));
    return { amount, unitAmount: perUnit(amount, statedUnits(usage)), amountDetails: {} };
  },
  events: { isIndependent: false, firstCarriesFlatAmount: false, details: () => ({}), alone: null },
  project: projectedAmountSoFar,
  steps(priced) {
    const { steps, prefix, usage, currency } = priced;
    const cents = isUsed(priced) ? (usage.events_price_cents ?? '0') : '0';
    const args = [cents, subunit(currency).toFixed()];
    return steps.add({ id: `${prefix}amount`, kind: 'events_price', rule: 'metering, section 5.8', op: 'div', args });
  },
} satisfies ChargeModel<Lenient<typeof properties>>;
