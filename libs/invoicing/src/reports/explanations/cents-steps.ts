import { currencyExponent } from '@tollgate/rating';
import type { StoredPrice } from '../../model/fee-inputs/fee-inputs.tables.js';
import type { Steps } from './steps.js';

/**
 * The cents of a price. Negative units, full or prorated, or a negative amount cost nothing (metering, sections 4.1, 5
 * and 5.12).
 */
export const roundedPriceSteps = (
  steps: Steps,
  { amount, quantities }: { amount: string; quantities: string[] },
  price: StoredPrice,
  currency: string,
): string => centsSteps(steps, notNegative(steps, amount, quantities), price, currency);

function notNegative(steps: Steps, amount: string, quantities: string[]): string {
  if (![amount, ...quantities].some((quantity) => steps.isBelow(quantity, '0'))) return amount;
  return steps.add({ id: 'negative', kind: 'negative', rule: 'metering, section 5', op: 'mul', args: [amount, '0'] });
}

/** Rounds an amount in the main unit to cents, once; prices in pricing units are converted. */
export function centsSteps(steps: Steps, amount: string, price: StoredPrice, currency: string): string {
  const subunit = String(10 ** currencyExponent(currency));
  if (price.conversion_rate !== null) {
    const scaled = steps.add({
      id: 'pricing_amount',
      kind: 'in_pricing_cents',
      rule: 'metering, section 5.11',
      op: 'mul',
      args: [amount, '100'],
    });
    const pricing = steps.add({
      id: 'pricing_cents',
      kind: 'round_to_pricing_unit',
      rule: 'metering, section 5.11',
      op: 'round_half_up',
      args: [scaled],
      places: 0,
    });
    return convertedSteps(steps, pricing, price.conversion_rate, currency);
  }
  const scaled = steps.add({
    id: 'in_cents',
    kind: 'in_cents',
    rule: 'metering, section 5.12',
    op: 'mul',
    args: [amount, subunit],
  });
  return roundedCents(steps, [scaled], 'metering, section 5.12');
}

/** The worth of pricing cents in the currency, rounded once (metering, section 5.11). */
export function convertedSteps(steps: Steps, pricingCents: string, rate: string, currency: string): string {
  const args = [pricingCents, '0.01', rate, String(10 ** currencyExponent(currency))];
  const worth = steps.add({ id: 'in_cents', kind: 'converted', rule: 'metering, section 5.11', op: 'mul', args });
  return roundedCents(steps, [worth], 'metering, section 5.11');
}

/** Rounds an amount, or a quotient, to whole cents. */
export const roundedCents = (steps: Steps, args: string[], rule: string): string =>
  steps.add({ id: 'cents', kind: 'round_to_currency', rule, op: 'round_half_up', args, places: 0 });
