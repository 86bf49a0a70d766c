import { ZERO, centsDecimal, roundHalfUp, subunit, toCents } from '../decimal.js';
import { modelResult } from '../charge-models/price-usage.js';
import { PRICING_UNIT_PLACES, pricingUnitFee } from '../charge-models/pricing-units.js';
import { transactionAmount } from '../charge-models/percentage.js';
import { decimalOf } from '../charge-models/quotient.js';
import { graduatedPercentageEventDetails, percentageEventDetails } from './event-details.js';
import { usageWithEvent, usageWithoutEvent } from './event-usage.js';
import type { Decimal } from '../decimal.js';
import type { ChargeFee } from '../charge-models/types.js';
import type { PricedCharge } from '../charge-models/price-usage.js';
import type { AmountDetails, ModelResult, Usage } from '../charge-models/types.js';
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
  // The first event of a period carries the flat amount of the first range.
  const without = isGraduated(charge) && before.units.isZero() ? NOTHING : modelResult(charge, before);
  return feeOf(
    charge,
    increment.feeUnits,
    withEvent.amount.minus(without.amount),
    eventDetails(charge, withEvent, without),
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
  const withEvent = usageWithEvent(charge.properties, usage, event);
  return { ...eventFeeBetween(charge, withEvent, usage, increment), amountDetails: {} };
}

/**
 * The fee of a single event in isolation, for standard and percentage charges (metering, section 8.2): without free
 * units. It costs nothing without units, whatever the minimum of a transaction. `units` are those of the metric, rounded. That interface shows the unit amount in
 * cents.
 */
export function instantEventFee(charge: PricedCharge, units: Decimal): ChargeFee {
  if (units.lte(0)) return feeOf(charge, units, ZERO, {});
  const { model, properties } = charge;
  const amount =
    model === 'percentage' ? transactionAmount(properties, units) : units.times(decimalOf(properties.amount));
  return feeOf(charge, units, amount, {});
}

function isGraduated({ model }: PricedCharge): boolean {
  return model === 'graduated' || model === 'graduated_percentage';
}

function eventDetails({ model }: PricedCharge, withEvent: ModelResult, without: ModelResult): AmountDetails {
  if (model === 'percentage') return percentageEventDetails(withEvent.amountDetails, without.amountDetails);
  if (model === 'graduated_percentage')
    return graduatedPercentageEventDetails(withEvent.amountDetails, without.amountDetails);
  return {};
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
