import type { ChargeView, PlanView } from '@tollgate/catalog/reader';
import { Decimal, propertyTexts, roundHalfUp, aggregationOf, sumOf, type EqualEvents } from '@tollgate/rating';
import { groupBy } from '@tollgate/platform';
import type { RatedBucket } from '../../model/rated-charges/rated-charge.js';
import { bucketKey, bucketOfEvent } from '../../rating/in-advance-rating/event-rating.js';
import { usualEvents, type TriedPart } from '../plan-prices/priced-quantities.rules.js';

/** The usage of the parts of a plan's charges, in one period. */
export type UsedParts = { charge: ChargeView; parts: RatedBucket[] }[];

/** A part of a charge, and its share in the usage of its metric. */
export interface PartShare {
  part: Pick<TriedPart, 'filter' | 'groupedBy'>;
  /** Of the units of the metric, over all its charges. */
  share: Decimal;
  /** For a unit of the part. */
  eventsOfUnit: Decimal | null;
  eventsPriceOfUnit: Decimal;
}

/** A charge with its parts; `leavesOut` states whether it had more. */
export interface SharedCharge {
  charge: ChargeView;
  parts: PartShare[];
  leavesOut: boolean;
}

/** Most parts of a charge, and of a plan: those with the most units. */
const MOST_PARTS = { ofCharge: 100, ofPlan: 500 };

interface Part extends Omit<PartShare, 'share' | 'eventsOfUnit' | 'eventsPriceOfUnit'> {
  units: Decimal;
  events: Decimal;
  eventsPriceCents: Decimal;
}

/**
 * How the units of each metric split into the parts of its charges: as they did in the given periods. Without usage in
 * them, the charges of a metric share alike, each in the part of events without properties.
 */
export function usageShares({ charges }: Pick<PlanView, 'charges'>, periods: readonly UsedParts[]): SharedCharge[] {
  const mostParts = Math.min(
    MOST_PARTS.ofCharge,
    Math.max(1, Math.floor(MOST_PARTS.ofPlan / Math.max(charges.length, 1))),
  );
  const used = charges.map((charge) => ({ charge, parts: partsIn(charge, periods) }));
  const unitsOf = (parts: readonly Part[]) => sumOf(parts.map(({ units }) => units));
  const shared = [...groupBy(used, ({ charge }) => charge.metric.code).values()].flatMap((ofMetric) => {
    const shown = ofMetric.map(({ charge, parts }) => ({ charge, parts: parts.slice(0, mostParts), all: parts }));
    const total = unitsOf(shown.flatMap(({ parts }) => parts));
    return shown.map(({ charge, parts, all }) => ({
      charge,
      leavesOut: all.length > parts.length,
      parts: total.isZero()
        ? [wholeOf(charge, new Decimal(1).div(ofMetric.length))]
        : parts.map(({ part, units, events, eventsPriceCents }) => ({
            part,
            share: units.div(total),
            eventsOfUnit: events.div(units),
            eventsPriceOfUnit: eventsPriceCents.div(units),
          })),
    }));
  });
  // In the order of the plan.
  return charges.flatMap(({ id }) => shared.filter(({ charge }) => charge.id === id));
}

/** The parts of a charge with units, those with the most first. */
function partsIn(charge: ChargeView, periods: readonly UsedParts[]): Part[] {
  const buckets = periods
    .flatMap((used) => used.filter(({ charge: { id } }) => id === charge.id))
    .flatMap(({ parts }) => parts);
  return [...groupBy(buckets, bucketKey).values()]
    .flatMap((same) => {
      const [part] = same;
      const sumBy = (of: (bucket: RatedBucket) => Decimal) => sumOf(same.map(of));
      return part
        ? [
            {
              part,
              units: sumBy(({ aggregation }) => aggregation.currentUsageUnits),
              events: sumBy(({ aggregation }) => new Decimal(aggregation.eventsCount)),
              eventsPriceCents: sumBy(({ aggregation }) => aggregation.eventsPriceCents),
            },
          ]
        : [];
    })
    .filter(({ units }) => units.gt(0))
    .sort((one, other) => other.units.cmp(one.units));
}

const wholeOf = (charge: ChargeView, share: Decimal): PartShare => ({
  part: bucketOfEvent(charge, propertyTexts({})),
  share,
  eventsOfUnit: null,
  eventsPriceOfUnit: new Decimal(0),
});

/** The events of a part, if its metric has some units. Counted units are whole. */
export function eventsOfPart(
  charge: ChargeView,
  { share, eventsOfUnit, eventsPriceOfUnit }: PartShare,
  units: Decimal,
): EqualEvents {
  const isCounted = aggregationOf(charge.metric.aggregationType).freeUnits === 'one_per_unit';
  const ofPart = Decimal.max(roundHalfUp(units.times(share), isCounted ? 0 : 5), 0);
  return {
    units: ofPart,
    eventsCount:
      eventsOfUnit === null || isCounted ? usualEvents(charge, ofPart) : ofPart.times(eventsOfUnit).ceil().toNumber(),
    eventsPriceCents: ofPart.times(eventsPriceOfUnit),
  };
}
