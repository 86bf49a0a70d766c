import type { FixedChargeView } from '@tollgate/catalog/reader';
import type { CommitmentPeriod, Decimal, SubscriptionFeeBasis, UnitsInForce } from '@tollgate/rating';
import type { CommitmentInputs, FixedChargeInputs, SubscriptionInputs, UnitChangeInputs } from './fee-inputs.tables.js';
import { isoOf, priceInputs } from './charge-inputs.js';

/** The inputs of the fee of a plan (subscriptions, section 5). */
export function subscriptionInputs(
  planCode: string,
  timezone: string,
  { planAmountCents, formula, trialEnd, days }: SubscriptionFeeBasis,
): SubscriptionInputs {
  return {
    kind: 'subscription',
    plan_code: planCode,
    plan_amount_cents: String(planAmountCents),
    timezone,
    formula,
    trial_ended_at: trialEnd === null ? null : isoOf(trialEnd),
    in_trial: days === 'trial',
    counted:
      typeof days === 'string'
        ? null
        : {
            from: isoOf(days.countedFrom),
            days: days.started,
            without_last_day: days.withoutLastDay,
            period_days: days.periodDays,
          },
  };
}

/** The units and days of a fixed charge in a period. */
export interface FixedChargeUnits {
  units: Decimal;
  periodDays: number;
  /** Null for whole units. */
  inForce: UnitsInForce[] | null;
  timezone: string;
}

/** An amount that the plan before an upgrade was paid for some of the days. */
export interface PaidBefore {
  amountCents: Decimal;
  days: number;
  paidDays: number;
}

/** The inputs of the fee of a fixed charge for a period (charges, section 5). */
export function fixedChargeInputs(
  planCode: string,
  charge: FixedChargeView,
  { units, periodDays, inForce, timezone }: FixedChargeUnits,
): FixedChargeInputs {
  return {
    kind: 'fixed_charge',
    plan_code: planCode,
    charge_code: charge.code,
    price: priceInputs(charge),
    prorated: charge.prorated,
    timezone,
    units: units.toFixed(),
    period_days: periodDays,
    unit_days: inForce && inForce.map(({ units: each, days }) => [each.toFixed(), days]),
    paid: [],
  };
}

/** The same after the prepaid amounts of the plan before (charges, section 5.3). */
export const paidInputs = (paid: PaidBefore[]): FixedChargeInputs['paid'] =>
  paid.map(({ amountCents, days, paidDays }) => ({
    amount_cents: amountCents.toFixed(),
    days,
    paid_days: paidDays,
  }));

/** The inputs of the fee of changed units (charges, section 5.4). */
export const unitChangeInputs = (
  planCode: string,
  charge: FixedChargeView,
  { units, paidUnits, days, periodDays }: { units: string; paidUnits: Decimal; days: number; periodDays: number },
): UnitChangeInputs => ({
  kind: 'fixed_charge_change',
  plan_code: planCode,
  charge_code: charge.code,
  price: priceInputs(charge),
  prorated: charge.prorated,
  units,
  paid_units: paidUnits.toFixed(),
  days,
  period_days: periodDays,
});

/** The inputs of the fee that fills up a minimum commitment (charges, section 6). */
export const commitmentInputs = (
  planCode: string,
  commitmentCents: bigint,
  { days, periodDays }: Pick<CommitmentPeriod, 'days' | 'periodDays'>,
  { billedCents, newCents }: { billedCents: bigint; newCents: bigint },
): CommitmentInputs => ({
  kind: 'commitment',
  plan_code: planCode,
  commitment_cents: String(commitmentCents),
  days,
  period_days: periodDays,
  billed_cents: String(billedCents),
  new_cents: String(newCents),
});
