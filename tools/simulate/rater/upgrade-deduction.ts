// The deductions of upgrades from fixed charges in advance of the new subscription (charges, section 5.3).
import { localDay } from './calendar.ts';
import type { BillingPart, FixedFee, Subscription } from './model.ts';
import { greater, type Rational, rational, sum, zero } from './rational.ts';
import { invoiceOf } from './records.ts';
import type { State } from './state.ts';

/** The subscriptions that changes of plan ended one after the other before this one. */
const earlierOf = ({ predecessor }: Subscription): Subscription[] =>
  predecessor ? [...earlierOf(predecessor), predecessor] : [];

/** The part of an earlier fee that paid for days from an upgrade on, in local days. */
function paidFrom(today: number, last: number, fee: FixedFee): Rational {
  const { timezone, at } = invoiceOf(fee);
  const end = localDay(fee.to, timezone);
  const start = Math.max(localDay(at, timezone), localDay(fee.from, timezone));
  const days = Math.min(end, last) - today + 1;
  if (days <= 0) return zero;
  return rational(fee.amountCents)
    .times(BigInt(days))
    .over(BigInt(end - start + 1));
}

/**
 * A prorated fee in advance on the first invoice after an upgrade. All earlier subscriptions of the chain were paid for
 * the same add-on and days; that is deducted.
 */
export function lessPaid(fee: FixedFee, { subscription, invoice, tz, withUsage }: BillingPart, world: State): FixedFee {
  const isFirst = !withUsage && subscription.byUpgrade;
  const earlier = isFirst && fee.fixed.prorated ? earlierOf(subscription) : [];
  if (earlier.length === 0) return fee;
  const today = localDay(subscription.startedAt, tz);
  const last = localDay(fee.to, tz);
  const paid = earlier
    .flatMap((one) => world.feesBefore(one, invoice))
    .filter((one): one is FixedFee => one.type === 'fixed_charge' && one.fixed.inAdvance)
    .filter((one) => one.fixed.addOn === fee.fixed.addOn);
  const deducted = sum(paid.map((one) => paidFrom(today, last, one)));
  const amountCents = fee.amountCents - deducted.round();
  return {
    ...fee,
    amountCents: amountCents > 0n ? amountCents : 0n,
    precise: greater(fee.precise.minus(deducted), zero),
  };
}
