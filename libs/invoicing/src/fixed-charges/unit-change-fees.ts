import type { BillingRunRequest } from '@tollgate/contracts';
import type { Transaction } from '@tollgate/platform';
import { DAY, Decimal, fixedChargeDelta } from '@tollgate/rating';
import type { NewFee } from '../billing/new-invoice.js';
import { runningPeriod } from './fixed-charge-fees.js';
import { fixedChargeLine, priceFixedCharge, type FixedChargePayer } from './fixed-charge-lines.js';
import { paidUnits } from './paid-fixed-charges.repository.js';

type NewUnits = NonNullable<BillingRunRequest['subscriptions'][number]['new_units']>;

/**
 * Fees for units in advance that changed within a period: the difference to what was billed for it, or one of nothing,
 * since nothing is given back (charges, section 5.4).
 * @param at Unix milliseconds
 */
export async function unitChangeFees(transaction: Transaction, payer: FixedChargePayer, newUnits: NewUnits, at: number): Promise<NewFee[]> {
  const { subscription, customer } = payer;
  const period = runningPeriod(subscription, at, customer.timezone);
  const fees: NewFee[] = [];
  for (const { fixed_charge_id: id, units } of newUnits) {
    const charge = subscription.plan.fixedCharges.find((each) => each.id === id && each.payInAdvance);
    if (!charge) continue;
    const delta = fixedChargeDelta(new Decimal(units), await paidUnits(transaction, subscription.id, charge, period));
    const fee = priceFixedCharge(charge, subscription.plan.currency, charge.prorated ? delta.times(daysLeft(period.to, at)).div(period.durationDays) : delta, delta);
    fees.push(fixedChargeLine(payer, charge, delta.isZero() ? { ...fee, amountCents: 0n, preciseAmountCents: new Decimal(0), amountDetails: {} } : fee, period, true));
  }
  return fees;
}

/** From today to the last day of the period, UTC dates, both included. */
const daysLeft = (to: number, at: number): number => Math.floor(to / DAY) - Math.floor(at / DAY) + 1;
