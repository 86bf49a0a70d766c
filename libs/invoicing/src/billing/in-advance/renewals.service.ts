import { Injectable } from '@nestjs/common';
import type { ChargeView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { isEmptySpan, localDate, makesFee, noBills, runningPeriod } from '@tollgate/rating';
import { chargeInputs } from '../../model/fee-inputs/charge-inputs.js';
import { partOfCharge, type BilledSubscription, type NewFee } from '../../model/line-items/new-invoice.js';
import { tables } from '../../model/invoicing.tables.js';
import { ChargeRating } from '../../rating/period-rating/charge-rating.service.js';
import { ratedSubscription, type RatedBucket } from '../../model/rated-charges/rated-charge.js';
import { usageFeeLine, wholeDays } from '../../rating/in-advance-rating/fee-lines.js';
import type { Payer } from '../../model/line-items/payer.js';
import { writeUninvoicedFees } from './uninvoiced-fees.writer.js';

/** A subscription in a billing run, and its payer. */
export interface RenewedSubscription extends Payer, Pick<BilledSubscription, 'reason' | 'boundaries'> {
  organizationId: string;
  /** Billing instant, Unix milliseconds. */
  at: Instant;
}

/** The renewal fees of one uninvoiced charge. */
export interface UninvoicedRenewal {
  charge: ChargeView;
  /** Start of the usage period that ended, Unix milliseconds. */
  chargesFrom: number;
  lines: NewFee[];
}

/**
 * Charges units of recurring metrics that were carried into a new period, at its full price (charges, sections 2.1 and
 * 3.7).
 */
@Injectable()
export class Renewals {
  constructor(private readonly rating: ChargeRating) {}

  /** Builds renewal lines of the periodic invoice, for invoiceable charges with usage. */
  async invoiced(renewed: RenewedSubscription): Promise<NewFee[]> {
    const rated = await this.rate(renewed, (charge) => charge.invoiceable);
    return rated.flatMap(({ charge, buckets }) =>
      buckets
        .filter(({ fee, aggregation }) => makesFee(fee, aggregation.eventsCount))
        .map((bucket) => renewalLine(renewed, charge, bucket, false)),
    );
  }

  /** Builds uninvoiced renewal fees, including those of zero. */
  async uninvoiced(renewed: RenewedSubscription): Promise<UninvoicedRenewal[]> {
    const rated = await this.rate(renewed, (charge) => !charge.invoiceable);
    const chargesFrom = renewed.boundaries.chargesFrom ?? 0;
    return rated.map(({ charge, buckets }) => ({
      charge,
      chargesFrom,
      lines: buckets.map((bucket) => renewalLine(renewed, charge, bucket, true)),
    }));
  }

  private async rate(renewed: RenewedSubscription, isIncluded: (charge: ChargeView) => boolean) {
    const { organizationId, subscription, customer, boundaries } = renewed;
    const { chargesFrom: from, chargesTo: to, fullCharges: full } = boundaries;
    if (!isRenewed(renewed) || from === null || to === null || full === null) return [];
    if (isEmptySpan(from, to, customer.timezone)) return [];
    const charges = subscription.plan.charges.filter(
      (charge) => charge.payInAdvance && charge.metric.recurring && isIncluded(charge),
    );
    if (charges.length === 0) return [];
    return this.rating.rate(
      ratedSubscription(organizationId, subscription),
      charges.map((charge) => ({ ...charge, prorated: false })),
      { from, to, ...full, timezone: customer.timezone, endedByUpgrade: false },
      { presentation: true },
    );
  }
}

/** A subscription that continues or is downgraded is renewed, but not on the day that an upgrade started it. */
function isRenewed({ subscription: { agreement }, reason, at, customer }: RenewedSubscription): boolean {
  if (reason === 'subscription_terminating') return agreement.successor === 'downgrade';
  if (reason !== 'subscription_periodic') return false;
  return (
    agreement.predecessor !== 'upgrade' ||
    localDate(agreement.startedAt, customer.timezone) !== localDate(at, customer.timezone)
  );
}

function renewalLine(
  renewed: RenewedSubscription,
  charge: ChargeView,
  bucket: RatedBucket,
  payInAdvance: boolean,
): NewFee {
  const { subscription, boundaries, customer, at } = renewed;
  // A period begins with its billing day.
  const starting = runningPeriod({ ...subscription.agreement, terminatedAt: null }, at, customer.timezone, noBills);
  return {
    ...usageFeeLine(renewed, charge, bucket, bucket.fee),
    totalAggregatedUnits: bucket.aggregation.totalAggregatedUnits,
    eventsCount: bucket.aggregation.eventsCount,
    payInAdvance,
    inputs: chargeInputs(partOfCharge(renewed, charge, bucket, ratedUsage(renewed)), bucket.aggregation),
    // The fee shows the period that starts; an uninvoiced fee counts in the period that ended.
    ...wholeDays(starting),
    chargesPeriod: payInAdvance
      ? { from: boundaries.chargesFrom ?? 0, to: boundaries.chargesTo ?? 0 }
      : { from: starting.from, to: starting.to },
  };
}

/** The usage whose units a renewal carries on: that of the period that ended. */
const ratedUsage = ({ boundaries }: RenewedSubscription) => ({
  from: boundaries.chargesFrom ?? 0,
  to: boundaries.chargesTo ?? 0,
});

/** Writes uninvoiced renewals with the invoice of the same run, once for each charge and period. */
export async function writeUninvoicedRenewals(
  transaction: TenantTransaction,
  { organizationId, subscription, customer }: RenewedSubscription,
  renewals: UninvoicedRenewal[],
  now: Instant,
): Promise<void> {
  const { currency } = subscription.plan;
  for (const { charge, chargesFrom, lines } of renewals) {
    const marked = await tables(transaction)
      .insertInto('invoicing.advance_renewals')
      .values({
        organization_id: organizationId,
        subscription_id: subscription.id,
        charge_id: charge.id,
        charges_from: new Date(chargesFrom),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('charge_id')
      .executeTakeFirst();
    if (marked) await writeUninvoicedFees(transaction, { organizationId, customer, currency, lines, now });
  }
}
