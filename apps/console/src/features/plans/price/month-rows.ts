import type { PlanPrices, PricedCharge } from './price-call.js';

type Part = PricedCharge['parts'][number];

/** A past month on the curve: the usage of one filter and group. */
export interface MonthDot {
  units: string;
  cents: number;
  unitPrice: string;
}

/** A billing period of a subscription under its own plan and under the draft. Amounts are in minor units. */
export interface MonthRow {
  periodsAgo: number;
  from: string;
  to: string;
  /** Units by filter and group. */
  units: readonly string[];
  /** Null where the plan has no such charge, or the answer is on its way. */
  now: number | null;
  draft: number;
  difference: number | null;
  reasons: PricedCharge;
}

/** The charge of a plan that a charge of the draft stands for: by its code, or as the only one of its metric. */
export function sameCharge(prices: PlanPrices | undefined, drafted: PricedCharge): PricedCharge | undefined {
  const charges = prices?.usage?.charges ?? [];
  const ofMetric = charges.filter((charge) => charge.billable_metric_code === drafted.billable_metric_code);
  return (
    ofMetric.find(({ charge_code: code }) => code === drafted.charge_code) ??
    (ofMetric.length === 1 ? ofMetric[0] : undefined)
  );
}

const dotOf = ({ units, amount_cents: cents, precise_unit_amount: unitPrice }: Part): MonthDot => ({
  units,
  cents,
  unitPrice,
});

/** One period of a charge; null without usage in the answer. Both amounts are whole minor units, so they subtract exactly. */
export function monthRow(
  periodsAgo: number,
  code: string,
  drafted: PlanPrices,
  own: PlanPrices | undefined,
): { row: MonthRow; dots: MonthDot[] } | null {
  const charge = drafted.usage?.charges.find((one) => one.charge_code === code);
  if (!drafted.usage || !charge) return null;
  const now = sameCharge(own, charge)?.amount_cents ?? null;
  const row: MonthRow = {
    periodsAgo,
    from: drafted.usage.from_datetime,
    to: drafted.usage.to_datetime,
    units: charge.parts.map(({ units }) => units),
    now,
    draft: charge.amount_cents,
    difference: now === null ? null : charge.amount_cents - now,
    reasons: charge,
  };
  return { row, dots: charge.parts.map(dotOf) };
}
