import { describe, expect, it } from '@jest/globals';
import { Codes } from './property-checks.js';
import {
  chargeModelNames,
  chargeModelOf,
  fixedChargeModelNames,
  isChargeModelName,
  modelOfDetails,
} from './registry.js';
import { Decimal } from '../decimal.js';
import type { Usage } from './types.js';

const usage: Usage = {
  units: new Decimal(12),
  eventsCount: 3,
  runningTotal: [],
  eventValues: [],
  eventsPriceCents: new Decimal(500),
};

describe.each(chargeModelNames)('the charge model %s', (name) => {
  const model = chargeModelOf(name);

  it('has its name', () => expect(model.name).toBe(name));

  it('accepts its default properties', () => {
    const codes = new Codes();
    model.properties.check(model.properties.defaults, codes);
    expect(codes.all()).toEqual([]);
    expect(model.properties.schema.safeParse(model.properties.defaults).error).toBeUndefined();
  });

  it('prices nothing at its default properties, and usage without any', () => {
    const price = (properties: object) =>
      model.price(properties, { ...usage, eventsPriceCents: new Decimal(0) }, 'EUR');
    expect(price(model.properties.defaults).amount.toFixed()).toBe('0');
    expect(price({}).amount.toFixed()).toBe('0');
  });

  it('states details of its own shape, which documents list', () => {
    const { amountDetails } = model.price(model.properties.defaults, usage, 'EUR');
    if (!model.details) return expect(amountDetails).toEqual({});
    expect(modelOfDetails(amountDetails)?.name).toBe(name);
    const details = model.details.schema.strict().parse(amountDetails);
    expect(model.details.lines(details, usage.units).length).toBeGreaterThan(0);
    expect(modelOfDetails(model.events.details(amountDetails, amountDetails))?.name ?? name).toBe(name);
  });

  it('prorates only where it may be charged', () => {
    const { inAdvance, prorated, fixedCharges } = model.rules;
    expect(prorated.inAdvance && !inAdvance).toBe(false);
    expect(fixedCharges !== null && fixedCharges.proratedInAdvance && !fixedCharges.inAdvance).toBe(false);
  });
});

describe('the registry', () => {
  it('knows names and no other texts', () => {
    expect(isChargeModelName('standard')).toBe(true);
    expect(['', 'Standard', 'toString', 'constructor'].filter(isChargeModelName)).toEqual([]);
  });

  it('tells details apart by one field', () => {
    const keys = chargeModelNames.flatMap((name) => chargeModelOf(name).details?.key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    for (const name of chargeModelNames) {
      const { details } = chargeModelOf(name);
      const others = keys.filter((key) => key !== details?.key);
      expect(others.filter((key) => details && key in details.schema.shape)).toEqual([]);
    }
    expect(modelOfDetails({})).toBeUndefined();
    expect(modelOfDetails({ plan_amount_cents: 100 })).toBeUndefined();
  });

  it('lists the models of fixed charges in its order', () =>
    expect(fixedChargeModelNames).toEqual(['standard', 'graduated', 'volume']));
});
