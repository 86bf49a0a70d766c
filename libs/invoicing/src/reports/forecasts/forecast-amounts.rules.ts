import type { ChargeView, PlanView } from '@tollgate/catalog/reader';
import { Decimal, roundUnits, sumOf, type UnitsBand } from '@tollgate/rating';
import { pricePart, totalsWith, withMinimum, chargeCents } from '../plan-prices/priced-quantities.rules.js';
import { eventsOfPart, type SharedCharge } from './usage-shares.rules.js';

/** Bounds, and the expected value between them. */
export interface Band<Value> {
  low: Value;
  expected: Value;
  high: Value;
}

/** The expected usage of a charge in a period. */
export interface ChargeForecast {
  charge: ChargeView;
  units: Band<Decimal>;
  amountCents: Band<bigint>;
}

/** The expected amounts of a period. */
export interface AmountsForecast {
  charges: ChargeForecast[];
  commitmentCents: Band<bigint>;
  totalCents: Band<bigint>;
}

const bounds = ['low', 'expected', 'high'] as const;

/** The band of a value at each bound. More units may cost less, so the bounds of amounts are sorted. */
function bandOf<Value extends Decimal | bigint>(at: (bound: (typeof bounds)[number]) => Value): Band<Value> {
  const [low, expected, high] = bounds.map(at) as [Value, Value, Value];
  const sorted = [low, expected, high].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return { low: sorted[0] ?? low, expected, high: sorted[2] ?? high };
}

/** The price of a charge for units of its metric, with its minimum if it has one. */
function priceShared({ charge, parts }: SharedCharge, units: Decimal, currency: string) {
  const priced = parts.map((part) => pricePart(charge, part.part, eventsOfPart(charge, part, units), currency));
  const used = sumOf(priced.map(({ usage }) => usage.units));
  return { tried: withMinimum(charge, priced, currency), units: roundUnits(used, charge.metric) };
}

/** Prices the expected units of one charge (catalog, section 24). */
export function forecastCharge(shared: SharedCharge, units: UnitsBand, currency: string): ChargeForecast {
  const priced = { low: units.low, expected: units.expected, high: units.high };
  const at = {
    low: priceShared(shared, priced.low, currency),
    expected: priceShared(shared, priced.expected, currency),
    high: priceShared(shared, priced.high, currency),
  };
  return {
    charge: shared.charge,
    units: { low: at.low.units, expected: at.expected.units, high: at.high.units },
    amountCents: bandOf((bound) => chargeCents(at[bound].tried)),
  };
}

/** The amount of usage without minimums, cents. */
export const usageCents = (shared: SharedCharge, units: Decimal, currency: string): bigint =>
  priceShared(shared, units, currency).tried.parts.reduce((total, { fee }) => total + fee.amountCents, 0n);

/** The totals of a whole period: each bound has all charges at that bound. */
export function forecastTotals(plan: PlanView, charges: ChargeForecast[], fixedCents: bigint): AmountsForecast {
  const totalsAt = (bound: (typeof bounds)[number]) =>
    totalsWith(
      plan,
      charges.reduce((total, { amountCents }) => total + amountCents[bound], 0n),
      fixedCents,
    );
  return {
    charges,
    commitmentCents: bandOf((bound) => totalsAt(bound).commitmentCents),
    totalCents: bandOf((bound) => totalsAt(bound).totalCents),
  };
}
