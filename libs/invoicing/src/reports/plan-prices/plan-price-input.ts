import { PlanPricing, PlanQuantity, PricedPeriod, QuantityOfCharge, type RawInput } from '@tollgate/contracts';
import { readRawInput, ValidationFailed } from '@tollgate/platform';
import { Decimal, propertyTexts, type EventTexts } from '@tollgate/rating';

/** The units of a charge, and the events that they come from. */
export interface ChargeQuantity {
  units: Decimal;
  /** Null: by the aggregation of the metric. */
  eventsCount: number | null;
  texts: EventTexts;
  /** Cents. */
  eventsPriceCents: Decimal;
}

/** Quantities of one period. */
export interface Quantity {
  /** Units of each charge without a quantity of its own; null: none. */
  units: Decimal | null;
  charges: (ChargeQuantity & { chargeCode: string })[];
}

/** A valid request of prices: its plan is checked later. */
export interface RequestedPrices {
  plan: { raw: RawInput } | { code: string };
  quantities: Quantity[];
  usage: { externalSubscriptionId: string; periodsAgo: number } | null;
  explain: boolean;
}

/** Reads the body of a request of prices (catalog, section 21). @throws ValidationFailed */
export function readRequestedPrices(raw: RawInput): RequestedPrices {
  const { plan, plan_code: code, quantities, usage, explain } = readRawInput(PlanPricing, raw);
  if (!plan && !code) throw new ValidationFailed({ plan: ['value_is_mandatory'] });
  if (plan && code) throw new ValidationFailed({ plan_code: ['value_is_invalid'] });
  if (!quantities && !usage) throw new ValidationFailed({ quantities: ['value_is_mandatory'] });
  return {
    plan: plan ? { raw: plan } : { code: code ?? '' },
    quantities: (quantities ?? []).map(readQuantity),
    usage: usage ? readUsage(usage) : null,
    explain: explain ?? false,
  };
}

function readQuantity(raw: RawInput): Quantity {
  const { units, charges } = readRawInput(PlanQuantity, raw);
  return { units: units ? new Decimal(units) : null, charges: (charges ?? []).map(readChargeQuantity) };
}

function readChargeQuantity(raw: RawInput): Quantity['charges'][number] {
  const input = readRawInput(QuantityOfCharge, raw);
  return {
    chargeCode: input.charge_code,
    units: new Decimal(input.units),
    eventsCount: input.events_count ?? null,
    texts: propertyTexts(input.properties ?? {}),
    eventsPriceCents: new Decimal(input.precise_total_amount_cents ?? 0),
  };
}

function readUsage(raw: RawInput): NonNullable<RequestedPrices['usage']> {
  const { external_subscription_id: externalSubscriptionId, periods_ago: periodsAgo } = readRawInput(PricedPeriod, raw);
  return { externalSubscriptionId, periodsAgo: periodsAgo ?? 0 };
}
