import { Decimal } from '../decimal.js';
import { priceUsage } from './price-usage.js';
import type { PriceRange } from './ranges.js';
import type { ChargeModelName, ChargeProperties } from './registry.js';
import type { Usage } from './types.js';

export const d = (x: string | number): Decimal => new Decimal(x);
export const list = (...xs: number[]): Decimal[] => xs.map(d);
export const used = (units: string | number, more: Partial<Usage> = {}): Usage => ({
  units: d(units),
  eventsCount: 1,
  ...more,
});
export const price = (model: ChargeModelName, properties: ChargeProperties, usage: Usage) =>
  priceUsage({ model, properties, currency: 'EUR' }, usage);
export const amount = (model: ChargeModelName, properties: ChargeProperties, usage: Usage): string =>
  price(model, properties, usage).amount.toFixed();
export const range = (from: number, to: number | null, per: string, flat: string): PriceRange => ({
  from_value: from,
  to_value: to,
  per_unit_amount: per,
  flat_amount: flat,
});
