import { z } from 'zod';
import { Decimal, ZERO, decimalText } from '../../decimal.js';
import { freeLine } from '../document-lines.js';
import { argumentOf } from '../explained-usage.js';
import { described, type FieldText } from '../field-text.js';
import { amountOfProjectedUnits } from '../projected-amounts.js';
import { isAmount, isWholeNumber } from '../property-checks.js';
import { decimalOf } from '../quotient.js';
import { amount, decimalString, priced, type Lenient } from '../schemas.js';
import { unitsAlone } from '../usage-needs.js';
import type { ChargeModel } from '../charge-model.js';

const packageSize: FieldText = ['Units in a package', 100];

const properties = z.object({
  amount,
  free_units: described(z.int(), 'Free units', '0.0'),
  package_size: described(z.int(), ...packageSize),
});

const details = z.object({
  free_units: priced.free_units,
  paid_units: priced.paid_units,
  per_package_size: described(z.int(), ...packageSize),
  per_package_unit_amount: described(decimalString(), 'Price of a package', '5.0'),
});

const rule = 'metering, section 5.5';

/** Whole packages after the free units; a started package counts as whole (metering, section 5.5). */
export const packages = {
  name: 'package',
  text: 'a price for each started package',
  rules: {
    prices: 'units',
    inAdvance: true,
    prorated: { inArrears: false, inAdvance: false },
    fixedCharges: null,
  },
  properties: {
    schema: properties,
    defaults: { package_size: 1, amount: '0', free_units: 0 },
    check({ amount: price, free_units: free, package_size: size }, codes) {
      codes.require(isAmount(price), 'amount', 'invalid_amount');
      codes.require(isWholeNumber(free, 0), 'free_units', 'invalid_free_units');
      codes.require(isWholeNumber(size, 1), 'package_size', 'invalid_package_size');
    },
  },
  details: {
    schema: details,
    key: 'per_package_size',
    text: 'started packages count as whole',
    lines(stated, units) {
      const [size, price] = [new Decimal(stated.per_package_size), new Decimal(stated.per_package_unit_amount)];
      const count = new Decimal(stated.paid_units).div(size).ceil();
      return [
        ...freeLine(Decimal.min(stated.free_units, units)),
        {
          name: [{ label: 'packages', quantities: { size } }],
          units: count,
          price: { amount: price },
          amount: count.times(price),
        },
      ];
    },
    statesEvents: false,
  },
  needs: () => unitsAlone,
  price(stated, { units }) {
    const size = new Decimal(stated.package_size ?? 1);
    const freeUnits = decimalOf(stated.free_units);
    const price = decimalOf(stated.amount);
    const paid = units.minus(freeUnits);
    const total = paid.isNegative() ? ZERO : paid.div(size).ceil().times(price);
    const unitAmount = paid.gt(0) ? total.div(paid) : ZERO;
    const none = { free_units: '0.0', paid_units: '0.0', per_package_size: 0, per_package_unit_amount: '0.0' };
    const amountDetails = {
      free_units: decimalText(freeUnits),
      paid_units: decimalText(Decimal.max(paid, ZERO)),
      per_package_size: size.toNumber(),
      per_package_unit_amount: decimalText(price),
    };
    return { amount: total, unitAmount, amountDetails: units.isZero() ? none : amountDetails };
  },
  events: { isIndependent: false, firstCarriesFlatAmount: false, details: () => ({}), alone: null },
  project: amountOfProjectedUnits,
  steps({ steps, prefix, units, properties: { amount: price, free_units: free, package_size: size } }) {
    const args = [units, argumentOf(free)];
    const paid = steps.add({ id: `${prefix}paid_units`, kind: 'paid_units', rule, op: 'sub', args });
    const started = steps.add({
      id: `${prefix}started_packages`,
      kind: 'started_packages',
      rule,
      op: 'ceil',
      args: [paid, String(size ?? 1)],
      places: 0,
    });
    const billed = steps.add({ id: `${prefix}packages`, kind: 'packages', rule, op: 'max', args: [started, '0'] });
    const factors = [billed, argumentOf(price)];
    return steps.add({ id: `${prefix}amount`, kind: 'packages_price', rule, op: 'mul', args: factors });
  },
} satisfies ChargeModel<Lenient<typeof properties>, z.infer<typeof details>>;
