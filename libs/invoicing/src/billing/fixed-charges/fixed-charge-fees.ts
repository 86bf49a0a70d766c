import type { FixedChargeView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import {
  centsDecimal,
  Decimal,
  daysBetween,
  daysLeft,
  fixedChargeUnits,
  fixedChargeUnitsInForce,
  isEmptySpan,
  paidByOldPlans,
  proratedFixedChargeUnits,
  roundToCents,
  runningFixedChargePeriod,
  type ChargeFee,
  type FixedChargePeriod,
  type PeriodHistory,
  type UnitChange,
} from '@tollgate/rating';
import { chainIds, readUnitChanges, type SubscriptionView, type UnitChangeView } from '@tollgate/subscription/reader';
import { fixedChargeInputs, paidInputs } from '../../model/fee-inputs/plan-inputs.js';
import type { FixedChargeInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import type { BilledSubscription, NewFee } from '../../model/line-items/new-invoice.js';
import { fixedChargeLine, priceFixedCharge } from '../../model/line-items/fixed-charge-lines.js';
import type { Payer } from '../../model/line-items/payer.js';
import { paidBeyond, readPaidPeriod } from '../../model/fees/paid-fixed-charges.repository.js';
import { chargeIds } from '../../model/rated-charges/charge-identity.js';

/** A subscription with fixed charges to bill. */
export interface FixedChargesToBill extends Payer {
  organizationId: string;
  billed: BilledSubscription;
  /** Billing instant, Unix milliseconds. */
  at: Instant;
  /** The billed spans before it; those of a billing day carry nothing on, since its period begins with it. */
  periods: PeriodHistory;
  /** An invoice that is computed again: it and later ones do not count. */
  draftId: string | null;
}

/** Builds the fees of a subscription's fixed charges on an invoice (charges, section 5.3). */
export async function fixedChargeFees(transaction: TenantTransaction, toBill: FixedChargesToBill): Promise<NewFee[]> {
  const { subscription, billed } = toBill;
  if (subscription.plan.fixedCharges.length === 0) return [];
  const changes = billed.units ?? (await readUnitChanges(transaction, subscription.id));
  const history = changes.filter(({ sequence }) => sequence <= (billed.quantityCutoff ?? Infinity));
  return [...feesInArrears(toBill, history), ...(await feesInAdvance(transaction, toBill, history))];
}

/** Builds fees of the ended period; none on the invoice of a start. */
function feesInArrears(toBill: FixedChargesToBill, history: UnitChangeView[]): NewFee[] {
  const { billed, customer, subscription } = toBill;
  const { fixedChargesFrom: from, fixedChargesTo: to, fullFixedCharges: full } = billed.boundaries;
  if (!endsPeriod(billed) || from === null || to === null || full === null) return [];
  if (isEmptySpan(from, to, customer.timezone)) return [];
  const endedByUpgrade = subscription.agreement.successor === 'upgrade';
  const shown = { from, to };
  // At the instant of an upgrade, the new plan is in force.
  const period = {
    from,
    to: endedByUpgrade ? to - 1 : to,
    ...full,
    timezone: customer.timezone,
    endedByUpgrade,
  };
  return subscription.plan.fixedCharges
    .filter(({ payInAdvance }) => !payInAdvance)
    .flatMap((charge) => {
      const { fee, inputs } = periodFee(charge, subscription, history, period);
      return nonEmpty(fixedChargeLine(toBill, charge, fee, shown, { payInAdvance: false, inputs }));
    });
}

const endsPeriod = ({ reason }: BilledSubscription) =>
  reason === 'subscription_periodic' || reason === 'subscription_terminating';

/** Builds fees of the new period, once; none for an ended subscription. */
async function feesInAdvance(
  transaction: TenantTransaction,
  toBill: FixedChargesToBill,
  history: UnitChangeView[],
): Promise<NewFee[]> {
  const { billed, customer, subscription, at, draftId } = toBill;
  const charges = subscription.plan.fixedCharges.filter(({ payInAdvance }) => payInAdvance);
  if (charges.length === 0 || billed.reason === 'subscription_terminating') return [];
  // The end of a trial bills the plan alone; a period that began before the subscription was created has no fees in
  // advance.
  if (billed.trialEnded) return [];
  // A yearly plan that bills usage by the month bills its fixed charges with the first month alone.
  if (billed.reason === 'subscription_periodic' && billed.boundaries.fixedChargesFrom === null) return [];
  const period = {
    ...runningPeriod(subscription, at, customer.timezone, toBill.periods),
    timezone: customer.timezone,
  };
  const billedBefore = await readPaidPeriod(transaction, subscription.id, period, draftId);
  const paid = await paidByPredecessors(transaction, toBill);
  const fees: NewFee[] = [];
  for (const charge of charges) {
    if (billedBefore.isPaid(charge)) continue;
    const whole = periodFee(charge, subscription, history, period);
    const { fee, inputs } = charge.prorated ? withoutPaid(whole, paid.get(charge.addOn.id), period) : whole;
    if (charge.prorated) paid.delete(charge.addOn.id);
    fees.push(...nonEmpty(fixedChargeLine(toBill, charge, fee, period, { payInAdvance: true, inputs })));
  }
  return fees;
}

/** The period around an instant, as if the subscription continued: charges in advance ignore its end. */
export const runningPeriod = ({ agreement }: SubscriptionView, at: Instant, timezone: string, periods: PeriodHistory) =>
  runningFixedChargePeriod({ ...agreement, terminatedAt: null, successor: null }, at, timezone, periods);

const nonEmpty = (line: NewFee): NewFee[] => (line.units.isZero() && line.amountCents === 0n ? [] : [line]);

/** A priced fixed charge, and what determined its amount. */
interface PeriodFee {
  fee: ChargeFee;
  inputs: FixedChargeInputs;
}

/** Prices a period: by the units set last, or by all units and their days (charges, section 5.2). */
function periodFee(
  charge: FixedChargeView,
  { plan }: SubscriptionView,
  history: UnitChangeView[],
  period: FixedChargePeriod,
): PeriodFee {
  const ids = chargeIds(charge);
  const changes: UnitChange[] = history.filter(({ fixedChargeId }) => ids.includes(fixedChargeId));
  const units = fixedChargeUnits(changes, period);
  const { timezone, durationDays: periodDays } = period;
  const inForce = charge.prorated ? fixedChargeUnitsInForce(changes, period) : null;
  return {
    fee: priceFixedCharge(
      charge,
      plan.currency,
      charge.prorated ? proratedFixedChargeUnits(changes, period) : units,
      units,
    ),
    inputs: fixedChargeInputs(plan.code, charge, { units, periodDays, inForce, timezone }),
  };
}

interface PaidDays {
  amountCents: Decimal;
  days: number;
  /** Those from the upgrade on. */
  daysLeft: number;
}

/**
 * The prepaid amounts of all plans before an upgrade, by add-on, on the first invoice of the new one. A fee that an
 * earlier upgrade reduced stands for the rest alone, so each earlier plan counts (charges, section 5.3).
 */
async function paidByPredecessors(
  transaction: TenantTransaction,
  { billed, subscription }: FixedChargesToBill,
): Promise<Map<string, PaidDays[]>> {
  const paid = new Map<string, PaidDays[]>();
  if (
    billed.reason !== 'subscription_starting' ||
    subscription.agreement.predecessor !== 'upgrade' ||
    subscription.previousSubscriptionId === null
  )
    return paid;
  const earlier = await chainIds(transaction, subscription.previousSubscriptionId);
  const { startedAt } = subscription.agreement;
  for (const { addOnId, amountCents, from, to, timezone } of await paidBeyond(transaction, earlier, startedAt)) {
    const days = {
      amountCents: centsDecimal(amountCents),
      days: daysBetween(from, to, timezone),
      daysLeft: daysBetween(Math.max(from, startedAt), to, timezone),
    };
    paid.set(addOnId, [...(paid.get(addOnId) ?? []), days]);
  }
  return paid;
}

/** Deducts from a fee the prepaid amounts for its days, down to zero. */
function withoutPaid({ fee, inputs }: PeriodFee, paid: PaidDays[] | undefined, period: FixedChargePeriod): PeriodFee {
  if (!paid) return { fee, inputs };
  const left = daysLeft(period.from, period);
  const parts = paid.map(({ amountCents, days, daysLeft: paidLeft }) => ({
    amountCents,
    days: Math.min(left, paidLeft),
    paidDays: days,
  }));
  const deducted = paidByOldPlans(parts);
  const amountCents = roundToCents(Decimal.max(centsDecimal(fee.amountCents).minus(deducted), 0));
  return {
    fee: { ...fee, amountCents, preciseAmountCents: Decimal.max(fee.preciseAmountCents.minus(deducted), 0) },
    inputs: {
      ...inputs,
      paid: paidInputs(parts),
    },
  };
}
