import type { BillingRunRequest } from '@tollgate/contracts';
import type { FixedChargeView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import {
  daysLeft,
  Decimal,
  fixedChargeDelta,
  roundHalfUp,
  subunit,
  type ChargeFee,
  type PeriodHistory,
} from '@tollgate/rating';
import { unitChangeInputs } from '../../model/fee-inputs/plan-inputs.js';
import type { NewFee } from '../../model/line-items/new-invoice.js';
import { runningPeriod } from './fixed-charge-fees.js';
import { fixedChargeLine, priceFixedCharge } from '../../model/line-items/fixed-charge-lines.js';
import type { Payer } from '../../model/line-items/payer.js';
import { readPaidPeriod } from '../../model/fees/paid-fixed-charges.repository.js';

type NewUnits = NonNullable<BillingRunRequest['subscriptions'][number]['new_units']>;

/**
 * Builds fees for changed units in advance within a period: the difference to the billed units. A decrease has a fee of
 * zero, since it gives no refund (charges, section 5.4).
 * @param at Unix milliseconds
 * @param periods the billed spans after which the running period carries on
 */
export async function unitChangeFees(
  transaction: TenantTransaction,
  payer: Payer,
  newUnits: NewUnits,
  at: Instant,
  periods: PeriodHistory,
): Promise<NewFee[]> {
  const { subscription, customer } = payer;
  const period = runningPeriod(subscription, at, customer.timezone, periods);
  const billedBefore = await readPaidPeriod(transaction, subscription.id, period, null);
  const days = daysLeft(at, { ...period, timezone: customer.timezone });
  const periodDays = period.durationDays;
  const fees: NewFee[] = [];
  for (const { fixed_charge_id: id, units } of newUnits) {
    const charge = subscription.plan.fixedCharges.find((each) => each.id === id && each.payInAdvance);
    if (!charge) continue;
    const paid = billedBefore.unitsOf(charge);
    const delta = fixedChargeDelta(new Decimal(units), paid);
    const fee = delta.isZero() ? nothing : deltaFee(charge, subscription.plan.currency, delta, days, periodDays);
    const inputs = unitChangeInputs(subscription.plan.code, charge, { units, paidUnits: paid, days, periodDays });
    fees.push(fixedChargeLine(payer, charge, fee, period, { payInAdvance: true, inputs }));
  }
  return fees;
}

const zero = new Decimal(0);
const nothing: ChargeFee = {
  units: zero,
  amountCents: 0n,
  preciseAmountCents: zero,
  preciseUnitAmount: zero,
  amountDetails: {},
};

/** Prices added units as if there were no others; a unit costs its share of the total. */
function deltaFee(
  charge: FixedChargeView,
  currency: string,
  delta: Decimal,
  daysLeft: number,
  periodDays: number,
): ChargeFee {
  const fee = priceFixedCharge(
    charge,
    currency,
    charge.prorated ? delta.times(daysLeft).div(periodDays) : delta,
    delta,
  );
  return { ...fee, preciseUnitAmount: roundHalfUp(fee.preciseAmountCents.div(subunit(currency)).div(delta), 15) };
}
