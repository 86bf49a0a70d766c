import {
  billedDays,
  chargeTrueUp,
  Decimal,
  makesFee,
  pricingUnitTrueUp,
  subunit,
  type ChargeFee,
  type ProratedWindow,
} from '@tollgate/rating';
import { minimumInputs } from '../fee-inputs/charge-inputs.js';
import { chargeFeeLine, type NewFee } from './new-invoice.js';
import type { Payer } from './payer.js';
import type { RatedBucket, RatedCharge, RatedPeriod } from '../rated-charges/rated-charge.js';

/** The usage of a subscription on an invoice. */
export interface ChargedUsage extends Payer {
  /** The period that fees show; the rated one may end a moment earlier. */
  shown: { from: number; to: number };
  rated: RatedPeriod;
}

/** Builds the fees of a used charge (charges, section 1.5). */
export function usedChargeLines(usage: ChargedUsage, { charge, buckets }: RatedCharge): NewFee[] {
  return buckets.filter(isUsed).map((bucket) => lineOf(usage, charge, bucket));
}

/**
 * Builds the fees of a charge on the invoice that closes its period: used buckets, and the difference to the charge's
 * minimum. Its parent is the first fee without filter, which the invoice lists even without usage (charges, section
 * 2.6).
 */
export function closedChargeLines(usage: ChargedUsage, { charge, buckets }: RatedCharge): NewFee[] {
  const used = usedChargeLines(usage, { charge, buckets });
  if (charge.minAmountCents === 0n) return used;
  const { currency } = usage.subscription.plan;
  const trueUp = minimumTrueUp(charge, minimumWindow(usage), used, currency);
  const parentBucket =
    buckets.find((bucket) => bucket.filter === null && isUsed(bucket)) ?? buckets.find(({ filter }) => filter === null);
  if (!trueUp || !parentBucket) return used;
  const lines = buckets
    .filter((bucket) => isUsed(bucket) || bucket === parentBucket)
    .map((bucket) => lineOf(usage, charge, bucket));
  const parent = lineOf(usage, charge, parentBucket);
  const one = new Decimal(1);
  return [
    ...lines,
    {
      ...parent,
      ...trueUp,
      inputs: trueUpInputs(usage, charge, used),
      isTrueUp: true,
      units: one,
      totalAggregatedUnits: one,
      eventsCount: 0,
      preciseUnitAmount: trueUp.preciseAmountCents.div(subunit(usage.subscription.plan.currency)).toDecimalPlaces(15),
    },
  ];
}

/**
 * The amount that the fees of a charge lack to its minimum; null for none. It is computed in the charge's own pricing unit, if
 * it has one (charges, sections 2.6 and 8).
 * @param window whose days the minimum is for
 */
export function minimumTrueUp(
  { minAmountCents, pricingUnit }: Pick<RatedCharge['charge'], 'minAmountCents' | 'pricingUnit'>,
  window: ProratedWindow,
  fees: readonly Pick<ChargeFee, 'amountCents' | 'preciseAmountCents' | 'pricingUnit'>[],
  currency: string,
) {
  if (minAmountCents === 0n) return null;
  if (!pricingUnit) return chargeTrueUp(minAmountCents, window, fees);
  const amounts = fees.flatMap((fee) => fee.pricingUnit ?? []);
  return pricingUnitTrueUp(minAmountCents, window, amounts, new Decimal(pricingUnit.conversionRate), currency);
}

/** The shown days, but those before an upgrade, whose day belongs to the new plan. */
const minimumWindow = ({ rated, shown }: Pick<ChargedUsage, 'rated' | 'shown'>): RatedPeriod =>
  rated.endedByUpgrade ? rated : { ...rated, ...shown };

function trueUpInputs(usage: ChargedUsage, charge: RatedCharge['charge'], used: NewFee[]) {
  const { subscription, rated, shown } = usage;
  const amounts = charge.pricingUnit ? used.flatMap((line) => line.pricingUnit ?? []) : used;
  const days = { days: billedDays(minimumWindow({ rated, shown })), periodDays: rated.durationDays };
  return minimumInputs({ planCode: subscription.plan.code, charge }, days, amounts);
}

const isUsed = ({ fee, aggregation }: RatedBucket) => makesFee(fee, aggregation.eventsCount);

const lineOf = (usage: ChargedUsage, charge: RatedCharge['charge'], bucket: RatedBucket): NewFee =>
  chargeFeeLine(usage, charge, bucket, usage.shown, usage.rated);

/** The index of the fee that a true-up belongs to; -1 for any other line. */
export function trueUpParent(lines: NewFee[], trueUp: NewFee): number {
  if (!trueUp.isTrueUp) return -1;
  return lines.findIndex(
    (line) =>
      !line.isTrueUp &&
      line.charge?.id === trueUp.charge?.id &&
      line.subscription?.id === trueUp.subscription?.id &&
      line.bucket?.filter === null,
  );
}
