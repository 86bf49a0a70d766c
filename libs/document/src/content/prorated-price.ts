import type { Fee } from '@tollgate/contracts';
import { Decimal, roundHalfUp } from '@tollgate/rating';
import type { BillingFacts } from './billing-facts.js';
import { isTrueUp } from './fee-names.js';

/** Units and the price of one, in main units of the currency or pricing unit. */
export interface UnitsAndPrice {
  units: Decimal;
  price: Decimal;
}

/** Stored prices have as many decimals. */
const mostPlaces = 15;

/**
 * The prorated units of a fee with its full price (webhooks, section 8.2): 4.74194 × 30.00 instead of 7 at an average.
 * Null where the amount is no such product, as with tiers.
 */
export function proratedProduct(fee: Fee, facts: BillingFacts): UnitsAndPrice | null {
  const proration = facts.fees.get(fee.svc_id)?.proration;
  if (!proration || isTrueUp(fee) || fee.amount_cents === 0) return null;
  const units = new Decimal(proration.units);
  if (units.lte(0)) return null;
  const unit = fee.pricing_unit_details;
  const amount = unit ? new Decimal(unit.precise_amount_cents).div(100) : new Decimal(fee.precise_amount);
  const price = roundHalfUp(amount.div(units), mostPlaces);
  return price.times(units).eq(amount) ? { units, price } : null;
}
