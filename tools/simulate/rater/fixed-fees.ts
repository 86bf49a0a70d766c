// Fees of fixed charges (charges, section 5.3).
import { fixedInterval } from './boundaries.ts';
import { anchorOf, isEmpty, periodDays } from './calendar.ts';
import { unitsOf } from './fixed-units.ts';
import type { BillingPart, FixedFee, UsageSpan } from './model.ts';
import { isOfPeriod } from './moves.ts';
import { exponentOf, inCents, priceOfUnits } from './prices.ts';
import { newFigures } from './records.ts';
import type { State } from './state.ts';
import { lessPaid } from './upgrade-deduction.ts';
import { lastDayOf } from './usage.ts';

/** Fees of fixed charges: those in arrears, and those of the coming period. */
export function fixedFees(part: BillingPart, world: State): FixedFee[] {
  const arrears = part.withUsage ? feesOfFixed(part, part.boundaries.fixed, false) : [];
  if (part.ended !== null || part.coming === null) return arrears;
  // Later changes do not count in a recomputed invoice: new immediate units are paid in addition to those of a draft.
  const paid = world.feesBefore(part.subscription, part.invoice).filter((fee) => fee.type === 'fixed_charge');
  const coming = feesOfFixed(part, part.coming, true).filter(
    (fee) =>
      !paid.some(
        (other) =>
          other.fixed === fee.fixed && isOfPeriod(other, fee) && (!other.units.isZero() || other.amountCents !== 0n),
      ),
  );
  return [...arrears, ...coming.map((fee) => lessPaid(fee, part, world))];
}

function feesOfFixed(part: BillingPart, period: UsageSpan | null, inAdvance: boolean): FixedFee[] {
  const { subscription, tz } = part;
  const { currency, fixedCharges } = subscription.plan;
  // A start in the last millisecond of a period also pays that period in advance.
  if (period === null || (!inAdvance && isEmpty(period, tz))) return [];
  const fees = fixedCharges
    .filter((fixed) => fixed.inAdvance === inAdvance)
    .map((fixed): FixedFee => {
      const { to, firstDay } = period;
      const days = periodDays(firstDay, fixedInterval(subscription.plan), anchorOf(subscription, tz));
      const lastDay = lastDayOf(part, { to, firstDay, days });
      const units = unitsOf(subscription, fixed, period, { tz, lastDay, before: part.unitsUntil });
      const amount = priceOfUnits(fixed, units);
      const precise = amount.times(10n ** BigInt(exponentOf(currency)));
      return {
        type: 'fixed_charge',
        subscription,
        fixed,
        code: fixed.addOn,
        ...newFigures(units.units, inCents(amount, currency), precise),
        from: period.from,
        to: period.to,
      };
    });
  return fees.filter(({ units, amountCents }) => !units.isZero() || amountCents !== 0n);
}
