import { ZERO, centsDecimal, roundHalfUp, subunit, toCents } from '../decimal.js';
import { modelResult, usageNeeds } from '../charge-models/price-usage.js';
import { PRICING_UNIT_PLACES, pricingUnitFee } from '../charge-models/pricing-units.js';
import { chargeModelOf } from '../charge-models/registry.js';
import { usageWithEvent, usageWithoutEvent } from './event-usage.js';
import type { Decimal } from '../decimal.js';
import type { PricedCharge } from '../charge-models/price-usage.js';
import type { ChargeModelName } from '../charge-models/registry.js';
import type { AmountDetails, ChargeFee, ModelResult, Usage } from '../charge-models/types.js';
import type { InAdvanceEvent } from './event-usage.js';
import type { Increment } from './high-water.js';

const NOTHING: ModelResult = { amount: ZERO, unitAmount: ZERO, amountDetails: {} };

/**
 * The fee of a stored event on a charge paid in advance (metering, section 5.10). It is the price of all usage up to
 * and including the event, less the price without it. `usage` is that of the period so far, including the event.
 */
export function eventFee(
  charge: PricedCharge,
  usage: Usage,
  event: InAdvanceEvent,
  increment: Pick<Increment, 'feeUnits' | 'priced'>,
): ChargeFee {
  return eventFeeBetween(charge, usage, usageWithoutEvent(usage, event), increment);
}

/** The same from the usage with the event and the usage without it. */
export function eventFeeBetween(
  charge: PricedCharge,
  usage: Usage,
  before: Usage,
  increment: Pick<Increment, 'feeUnits' | 'priced'>,
): ChargeFee {
  if (!increment.priced) return feeOf(charge, increment.feeUnits, ZERO, {});
  const withEvent = modelResult(charge, usage);
  const without = carriesFlatAmount(charge.model, before) ? NOTHING : modelResult(charge, before);
  return feeOf(
    charge,
    increment.feeUnits,
    withEvent.amount.minus(without.amount),
    chargeModelOf(charge.model).events.details(withEvent.amountDetails, without.amountDetails),
  );
}

/**
 * The estimated fee of an event: the fee that it will have (metering, section 8.1). `usage` is that of the period so
 * far, without the event.
 */
export function estimatedEventFee(
  charge: PricedCharge,
  usage: Usage,
  event: InAdvanceEvent,
  increment: Pick<Increment, 'feeUnits' | 'priced'>,
): ChargeFee {
  const withEvent = usageWithEvent(usageNeeds(charge).allowance, usage, event);
  return { ...eventFeeBetween(charge, withEvent, usage, increment), amountDetails: {} };
}

/** Whether an event carries the flat amount of the first range: the first one of a period (metering, section 5.10). */
export function carriesFlatAmount(model: ChargeModelName, before: Pick<Usage, 'units'>): boolean {
  return chargeModelOf(model).events.firstCarriesFlatAmount && before.units.isZero();
}

/**
 * The fee of a single event in isolation, without free units (metering, section 8.2). It costs nothing without units,
 * whatever the minimum of a transaction. `units` are those of the metric, rounded. That interface shows the unit amount
 * in cents.
 * @throws Error if the model does not price such events
 */
export function instantEventFee(charge: PricedCharge, units: Decimal): ChargeFee {
  const { alone } = chargeModelOf(charge.model).events;
  if (!alone) throw new Error(`${charge.model} does not price an event in isolation`);
  return feeOf(charge, units, units.lte(0) ? ZERO : alone(charge.properties, units), {});
}

/** If the event lowers the price, nothing is billed, and the fee has no units (metering, section 5). */
function feeOf(
  { currency, conversionRate }: PricedCharge,
  eventUnits: Decimal,
  amount: Decimal,
  amountDetails: AmountDetails,
): ChargeFee {
  const [units, billedAmount] = amount.lt(0) ? [ZERO, ZERO] : [eventUnits, amount];
  if (conversionRate) {
    const unitAmount = units.isZero() ? ZERO : roundHalfUp(billedAmount, PRICING_UNIT_PLACES).div(units);
    return pricingUnitFee({ units, amount: billedAmount, unitAmount, amountDetails }, conversionRate, currency);
  }
  const amountCents = toCents(billedAmount, currency);
  const rounded = centsDecimal(amountCents).div(subunit(currency));
  return {
    units,
    amountCents,
    preciseAmountCents: roundHalfUp(billedAmount.times(subunit(currency)), 15),
    preciseUnitAmount: amountCents === 0n || units.isZero() ? ZERO : roundHalfUp(rounded.div(units), 15),
    amountDetails,
  };
}
