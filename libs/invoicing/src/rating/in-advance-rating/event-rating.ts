import type { ChargeFilterView, ChargeView } from '@tollgate/catalog/reader';
import {
  aggregate,
  aggregationOf,
  chargeModelOf,
  Decimal,
  estimatedEventFee,
  eventFee,
  eventFeeBetween,
  fieldText,
  filterOfSingleEvent,
  groupOfEvent,
  presenceChanges,
  proratedIncrement,
  floorToSecond,
  usageAround,
  usageNeeds,
  usageWithoutEvent,
  type ChargeFee,
  type EventTexts,
  type HighWater,
  type InAdvanceEvent,
  type Increment,
  type PresenceStep,
  type RunningRules,
  type RunningUsage,
  type SubscriptionAgreement,
  type Usage,
  type UsageEvent,
  type UsagePeriod,
} from '@tollgate/rating';
import { resolvedFilters } from '../../model/fee-inputs/charge-inputs.js';
import { pricingGroupKeys } from '../../model/rated-charges/charge-parts.js';
import { pricedAs } from '../../model/rated-charges/rated-charge.js';

/** An event with a charge of its own. */
export interface ChargedEvent {
  id: string;
  externalSubscriptionId: string;
  /** The code of its metric. */
  code: string;
  transactionId: string;
  /** Unix microseconds. */
  timestamp: number;
  /** Unix milliseconds. */
  receivedAt: number;
  texts: EventTexts;
  /** The price that the event states, in cents (dynamic model). */
  priceCents: Decimal | null;
}

/** The part of a charge that one event belongs to. */
export interface InAdvanceBucket {
  filter: ChargeFilterView | null;
  groupedBy: Record<string, string | null>;
}

/** An event's place in a charge, with everything that determines its price. */
export interface EventInCharge {
  charge: ChargeView;
  bucket: InAdvanceBucket;
  event: ChargedEvent;
  period: UsagePeriod & { timezone: string };
  currency: string;
  /** The bucket's running total in this period; null before its first charge. */
  state: HighWater | null;
  /** Events of the bucket before this one. */
  earlier: readonly UsageEvent[];
}

/** The inputs of the price of an event. */
export interface EventBasis {
  before: HighWater | null;
  /** The amount that the event adds to the running total, and the units that it bills, before proration. */
  change: Decimal;
  increment: Pick<Increment, 'billedUnits' | 'feeUnits' | 'priced'>;
  withEvent: Usage;
  withoutEvent: Usage;
}

export interface RatedEvent {
  fee: ChargeFee;
  /** The new running total; null for counted events and for those that do not count. */
  state: HighWater | null;
  /** Billed units, prorated if the charge is. */
  billedUnits: Decimal;
}

interface Movement extends Omit<Increment, 'state'> {
  state: HighWater | null;
  /** The value of a transaction. */
  value: Decimal;
  /** The amount that it adds to the running total of its bucket. */
  change: Decimal;
}

const zero = new Decimal(0);
const uncounted: Movement = {
  state: null,
  billedUnits: zero,
  feeUnits: zero,
  priced: false,
  value: zero,
  change: zero,
};
const nothing: Usage = { units: zero, eventsCount: 0, eventsPriceCents: zero };

/** Whether a charge bills what exceeds its highest total of the period (metering, section 4.5). */
export const keepsTotal = ({ metric }: ChargeView): boolean =>
  aggregationOf(metric.aggregationType).inAdvance?.keepsTotal ?? false;

/** Whether an event has the field of the charge's metric; without it there is no fee (charges, section 3.1). */
export function isChargeable({ metric }: ChargeView, texts: EventTexts): boolean {
  if (aggregationOf(metric.aggregationType).reads === 'nothing') return true;
  return (fieldText(metric, texts) ?? '').trim() !== '';
}

/** The agreement of a subscription at an event's reception (Unix ms): a later end does not change its fee. */
export const agreementAtReception = (agreement: SubscriptionAgreement, receivedAt: number): SubscriptionAgreement =>
  agreement.terminatedAt !== null && receivedAt <= agreement.terminatedAt
    ? { ...agreement, terminatedAt: null, successor: null }
    : agreement;

const finders = new WeakMap<ChargeView, (texts: EventTexts) => InAdvanceBucket>();

/** Finds the one filter and pricing group of single events (metering, section 6.1). */
export function bucketFinder(charge: ChargeView): (texts: EventTexts) => InAdvanceBucket {
  const known = finders.get(charge);
  if (known) return known;
  const resolved = resolvedFilters(charge);
  const filters = new Map(charge.filters.map((filter) => [filter.id, filter]));
  const find = (texts: EventTexts): InAdvanceBucket => {
    const filter = filters.get(filterOfSingleEvent(resolved, texts)?.id ?? '') ?? null;
    return { filter, groupedBy: groupOfEvent(texts, pricingGroupKeys(charge, (filter ?? charge).properties)) };
  };
  finders.set(charge, find);
  return find;
}

/** The part of a charge that an event belongs to. */
export const bucketOfEvent = (charge: ChargeView, texts: EventTexts): InAdvanceBucket => bucketFinder(charge)(texts);

/** The key of a charge's part. */
export const bucketKey = ({ filter, groupedBy }: InAdvanceBucket) => JSON.stringify([filter?.id ?? null, groupedBy]);

/** Whether the price of an event follows from its own units (metering, section 5.10). */
const isIndependent = (model: ChargeView['chargeModel']): boolean => chargeModelOf(model).events.isIndependent;

/** The earlier events that determine the price of an event: none, those with its value, or all. */
export function earlierEventsNeeded({ chargeModel, metric }: ChargeView): 'none' | 'same_value' | 'all' {
  if (!isIndependent(chargeModel)) return 'all';
  return aggregationOf(metric.aggregationType).countsDistinct ? 'same_value' : 'none';
}

/** Rates a stored event (metering, section 5.10; charges, sections 3.2 and 3.3). */
export function rateEvent(subject: EventInCharge): RatedEvent {
  const { movement, billedUnits, event } = move(subject, () => lastChange(subject));
  const usage = isIndependent(subject.charge.chargeModel)
    ? { ...nothing, units: billedUnits, eventsCount: 1 }
    : usageOf(subject, [...subject.earlier, toUsageEvent(subject)]);
  return { fee: eventFee(priced(subject), usage, event, movement), state: movement.state, billedUnits };
}

/** The usage of a bucket before one event, and with it. */
export interface UsageAtEvent {
  before: RunningUsage;
  after: RunningUsage;
  /** For unique values alone. */
  change: PresenceStep;
}

const rulesOfCharges = new WeakMap<ChargeView, WeakMap<ChargeView['properties'], RunningRules>>();

/** The rules for adding up the events of a bucket: read once for a charge or a filter, not for each event. */
export function runningRules(charge: ChargeView, bucket: InAdvanceBucket): RunningRules {
  const rules = rulesOfCharges.get(charge) ?? new WeakMap<ChargeView['properties'], RunningRules>();
  rulesOfCharges.set(charge, rules);
  const properties = propertiesOf(charge, bucket);
  const known = rules.get(properties);
  if (known) return known;
  const needs = usageNeeds({ model: charge.chargeModel, properties });
  const read = { aggregationType: charge.metric.aggregationType, needs };
  rules.set(properties, read);
  return read;
}

/** Returns the same fee as `rateEvent`, but from the usage around the event, not from all earlier events. */
export function rateEventAt(
  subject: Omit<EventInCharge, 'earlier'>,
  at: UsageAtEvent | undefined,
): RatedEvent & { basis: EventBasis } {
  const { movement, billedUnits, event } = move(subject, () => at?.change ?? 0);
  const { usage, before } = aroundEvent(subject, at, event);
  const basis = {
    before: keepsTotal(subject.charge) ? subject.state : null,
    change: movement.change,
    increment: movement,
    withEvent: usage,
    withoutEvent: before,
  };
  return { fee: eventFeeBetween(priced(subject), usage, before, movement), state: movement.state, billedUnits, basis };
}

function aroundEvent({ charge, bucket }: Place, at: UsageAtEvent | undefined, event: InAdvanceEvent) {
  if (isIndependent(charge.chargeModel)) {
    const usage = { ...nothing, units: event.billedUnits, eventsCount: 1 };
    return { usage, before: usageWithoutEvent(usage, event) };
  }
  if (!at) throw new Error('nothing is known of the events before this one');
  return usageAround(runningRules(charge, bucket), [at.before, at.after], event);
}

/** Estimates the fee of an event that is not stored (metering, section 8.1). */
export function estimateEvent(subject: EventInCharge): RatedEvent {
  const { movement, billedUnits, event } = move(subject, () => lastChange(subject));
  const usage = isIndependent(subject.charge.chargeModel) ? nothing : usageOf(subject, subject.earlier);
  return { fee: estimatedEventFee(priced(subject), usage, event, movement), state: movement.state, billedUnits };
}

type Place = Omit<EventInCharge, 'earlier'>;

function move(subject: Place, stepOf: () => PresenceStep) {
  const { charge, event, period } = subject;
  const movement = movementOf(subject, stepOf);
  const at = Math.floor(event.timestamp / 1000);
  const billedUnits = charge.prorated ? proratedIncrement(movement.billedUnits, at, period) : movement.billedUnits;
  return { movement, billedUnits, event: { billedUnits, value: movement.value, priceCents: event.priceCents } };
}

/** The change of the present values by an event after all earlier ones. */
function lastChange(subject: EventInCharge): PresenceStep {
  const event = toUsageEvent(subject);
  const last = presenceChanges([...subject.earlier, event]).at(-1);
  return last?.event === event ? last.change : 0;
}

function movementOf({ charge: { metric }, event, state }: Place, stepOf: () => PresenceStep): Movement {
  const { inAdvance, countsDistinct, reads } = aggregationOf(metric.aggregationType);
  const value = fieldText(metric, event.texts);
  const step = countsDistinct ? stepOf() : 0;
  const amount = reads !== 'nothing' && value === null ? null : inAdvance?.amount(value, step);
  // An event that does not count has a fee of zero and changes no total.
  if (!inAdvance || !amount) return uncounted;
  return { ...inAdvance.bill(state, amount, step), value: amount.value, change: amount.units };
}

function toUsageEvent({ charge: { metric }, event }: Pick<EventInCharge, 'charge' | 'event'>): UsageEvent {
  return {
    transactionId: event.transactionId,
    timestampMicros: event.timestamp,
    // After every other event of its time, since later ones do not count.
    receivedAtMicros: Number.MAX_SAFE_INTEGER,
    value: fieldText(metric, event.texts),
    operationType: event.texts['operation_type'] === 'remove' ? 'remove' : 'add',
    preciseTotalAmountCents: event.priceCents,
  };
}

/** Units of single events are not rounded (metering, section 4). */
function usageOf({ charge, bucket, event, period }: EventInCharge, events: readonly UsageEvent[]): Usage {
  const metric = { ...charge.metric, roundingFunction: null };
  // An event of the second of the start is of the period (metering, section 2.3).
  const window = { from: floorToSecond(period.from), to: Math.floor(event.timestamp / 1000) };
  const { allowance } = runningRules(charge, bucket).needs;
  return aggregate(metric, events, window, allowance ?? undefined);
}

const propertiesOf = (charge: ChargeView, { filter }: InAdvanceBucket) => (filter ?? charge).properties;

const priced = ({ charge, bucket, currency }: Place) => pricedAs(charge, bucket.filter, currency);
