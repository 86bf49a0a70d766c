import type { Instant } from '@tollgate/platform';
import type { ChargeProjectedUsage, ChargeUsage } from '@tollgate/contracts';
import type { ChargeView, MetricView } from '@tollgate/catalog/reader';
import { centsNumber, decimalText, sumProjections } from '@tollgate/rating';
import { presentBreakdowns } from '../../model/line-items/presentation.js';
import type { RatedCharge, RatedPeriod } from '../../model/rated-charges/rated-charge.js';
import {
  presentAmounts,
  presentParts,
  presentUsage,
  projectedBuckets,
  shownBuckets,
  type ProjectedBucket,
  type ShownBucket,
} from './usage-parts.presenter.js';

export type ShownCharge = Pick<ChargeView, 'id' | 'code' | 'chargeModel' | 'invoiceDisplayName'> & {
  metric: Pick<MetricView, 'id' | 'name' | 'code' | 'aggregationType'>;
};

/** A charge with its usage, as current and past usage show it. */
export function presentChargeUsage(charge: ShownCharge, buckets: ShownBucket[], currency: string): ChargeUsage {
  return {
    ...presentParts(buckets, presentUsage),
    amount_currency: currency,
    charge: { ...presentCharge(charge), code: charge.code },
    billable_metric: presentMetric(charge),
  };
}

export const presentRatedCharge = (rated: RatedCharge, currency: string): ChargeUsage =>
  presentChargeUsage(rated.charge, shownBuckets(rated), currency);

/** A charge with its usage and its projection. */
export function presentProjectedCharge(
  rated: RatedCharge,
  period: RatedPeriod,
  now: Instant,
  currency: string,
): ChargeProjectedUsage {
  return {
    ...presentParts(projectedBuckets(rated, period, now, currency), presentProjected),
    amount_currency: currency,
    charge: presentCharge(rated.charge),
    billable_metric: presentMetric(rated.charge),
  };
}

function presentProjected(buckets: ProjectedBucket[], presentation: ProjectedBucket[]) {
  const defined = buckets.filter(({ filter }) => filter !== null);
  // With filters, their sum excludes events that match none of them.
  const projection = sumProjections((defined.length > 0 ? defined : buckets).map((bucket) => bucket.projection));
  return {
    ...presentAmounts(buckets, presentation),
    projected_units: decimalText(projection.units),
    projected_amount_cents: centsNumber(projection.amountCents),
    projected_presentation_breakdowns: presentBreakdowns(
      presentation.flatMap((bucket) => bucket.projectedPresentation),
    ),
  };
}

const presentCharge = ({ id, chargeModel, invoiceDisplayName }: ShownCharge) => ({
  svc_id: id,
  charge_model: chargeModel,
  invoice_display_name: invoiceDisplayName,
});

const presentMetric = ({ metric }: ShownCharge) => ({
  svc_id: metric.id,
  name: metric.name,
  code: metric.code,
  aggregation_type: metric.aggregationType,
});
