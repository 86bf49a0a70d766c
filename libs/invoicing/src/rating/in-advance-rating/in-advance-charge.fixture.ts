import type { ChargeModelName, UsableAggregationType } from '@tollgate/contracts';
import type { ChargeView } from '@tollgate/catalog/reader';
import { Decimal, propertyTexts, type HighWater, type UsageEvent } from '@tollgate/rating';
import { bucketKey, bucketOfEvent, rateEvent, type ChargedEvent, type RatedEvent } from './event-rating.js';

/** June 2024 in UTC. */
export const june = {
  from: Date.UTC(2024, 5, 1),
  to: Date.UTC(2024, 6, 1) - 1,
  durationDays: 30,
  firstDay: Date.UTC(2024, 5, 1) / 86_400_000,
  timezone: 'UTC',
};

/** A charge in advance on the field `amount`; properties as in the interface. */
export function chargeOf(
  aggregationType: UsableAggregationType,
  chargeModel: ChargeModelName,
  properties: Record<string, unknown>,
  more: Partial<ChargeView> = {},
): ChargeView {
  return {
    id: '11111111-1111-7111-8111-111111111111',
    code: 'usage',
    invoiceDisplayName: null,
    metric: {
      id: '22222222-2222-7222-8222-222222222222',
      code: 'usage',
      name: 'Usage',
      description: null,
      aggregationType,
      fieldName: aggregationType === 'count_agg' ? null : 'amount',
      recurring: false,
      roundingFunction: 'ceil',
      roundingPrecision: 0,
      expression: null,
      filters: [{ key: 'region', values: ['eu', 'us'] }],
    },
    chargeModel,
    properties,
    payInAdvance: true,
    prorated: false,
    invoiceable: true,
    parentId: null,
    retainedIds: [],
    regroupPaidFees: null,
    minAmountCents: 0n,
    acceptsTargetWallet: false,
    pricingUnit: null,
    filters: [],
    taxes: [],
    ...more,
  } as ChargeView;
}

/** The n-th event of June, a minute after the one before. */
export function eventAt(
  minute: number,
  properties: Record<string, unknown>,
  priceCents: string | null = null,
): ChargedEvent {
  return {
    id: String(minute).padStart(6, '0'),
    externalSubscriptionId: 's1',
    code: 'usage',
    transactionId: `t${minute}`,
    timestamp: (june.from + minute * 60_000) * 1000,
    receivedAt: june.from + minute * 60_000,
    texts: propertyTexts(properties),
    priceCents: priceCents === null ? null : new Decimal(priceCents),
  };
}

/** An event as the usage store returns it. */
export const storedEvent = (event: ChargedEvent): UsageEvent & Pick<ChargedEvent, 'texts'> => ({
  transactionId: event.transactionId,
  timestampMicros: event.timestamp,
  receivedAtMicros: event.receivedAt * 1000,
  value: event.texts['amount'] ?? null,
  operationType: event.texts['operation_type'] ?? 'add',
  preciseTotalAmountCents: event.priceCents,
  texts: event.texts,
});

/** Charges events in order, each bucket with its own running total. */
export function chargeAll(charge: ChargeView, events: ChargedEvent[]): RatedEvent[] {
  const states = new Map<string, HighWater | null>();
  return events.map((event, index) => {
    const bucket = bucketOfEvent(charge, event.texts);
    const key = bucketKey(bucket);
    const earlier = events
      .slice(0, index)
      .filter(({ texts }) => bucketKey(bucketOfEvent(charge, texts)) === key)
      .map(storedEvent);
    const rated = rateEvent({
      charge,
      bucket,
      event,
      period: june,
      currency: 'EUR',
      state: states.get(key) ?? null,
      earlier,
    });
    if (rated.state) states.set(key, rated.state);
    return rated;
  });
}
