import type { ChargeView } from '@tollgate/catalog/reader';
import type { EventPlace, StoredEvent } from '@tollgate/ingestion/reader';
import { noUsage, withNextEvent, type RunningRules, type RunningUsage, type UsageEvent } from '@tollgate/rating';
import { bucketFinder, bucketKey, runningRules, type AdvanceBucket, type ChargedEvent, type UsageAtEvent } from './event-rating.js';

/** Where a bucket stands: its usage, and of unique values those that are present. */
export interface BucketUsage {
  usage: RunningUsage;
  present: Set<string | null>;
}

type Valued = Pick<UsageEvent, 'value' | 'operationType' | 'preciseTotalAmountCents'>;

export function isBefore(place: EventPlace, other: EventPlace): boolean {
  if (place.timestamp !== other.timestamp) return place.timestamp < other.timestamp;
  if (place.receivedAt !== other.receivedAt) return place.receivedAt < other.receivedAt;
  return place.id < other.id;
}

/**
 * Goes once through the stored events of a charge in the order of their places, and tells what those before each of some
 * events come to: the work for many events is that of one.
 */
export class UsageWalk {
  /** By `bucketKey`; those that were touched on the way, or given at its start. */
  readonly states = new Map<string, BucketUsage>();
  readonly found = new Map<ChargedEvent, UsageAtEvent>();
  private readonly waiting: ChargedEvent[];
  private readonly findBucket: (texts: ChargedEvent['texts']) => AdvanceBucket;

  /** @param from start of the period, Unix milliseconds */
  constructor(
    private readonly charge: ChargeView,
    private readonly from: number,
    events: readonly ChargedEvent[],
  ) {
    this.waiting = [...events].sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
    this.findBucket = bucketFinder(charge);
  }

  /** Where a bucket is looked up: the events that are asked for, and those of a page. */
  keysOf(events: readonly Pick<ChargedEvent, 'texts'>[]): string[] {
    return [...new Set(events.map(({ texts }) => bucketKey(this.findBucket(texts))))];
  }

  /** Whether the first of the events that are asked for lies at or before a place. */
  reaches(place: EventPlace): boolean {
    const [first] = this.waiting;
    return first === undefined || this.found.size > 0 || !isBefore(place, first);
  }

  /** Tells of the events that lie at or before a place; those before it must have been taken. */
  tellUpTo(place: EventPlace | null): void {
    for (let next = this.waiting[0]; next && (place === null || !isBefore(place, next)); next = this.waiting[0]) {
      this.found.set(next, this.look(next));
      this.waiting.shift();
    }
  }

  /** Takes one stored event; events come in the order of their places. */
  take(event: StoredEvent): void {
    const bucket = this.findBucket(event.texts);
    const state = this.stateOf(bucket);
    const { after, change } = this.next(bucket, state, event, event.place.timestamp);
    if (change > 0) state.present.add(event.value);
    if (change < 0) state.present.delete(event.value);
    state.usage = after;
  }

  private look(event: ChargedEvent): UsageAtEvent {
    const { fieldName } = this.charge.metric;
    const bucket = this.findBucket(event.texts);
    const valued = {
      value: fieldName === null ? null : (event.texts[fieldName] ?? null),
      operationType: event.texts['operation_type'] === 'remove' ? 'remove' : 'add',
      preciseTotalAmountCents: event.priceCents,
    };
    return this.next(bucket, this.stateOf(bucket), valued, event.timestamp);
  }

  private next(bucket: AdvanceBucket, { usage, present }: BucketUsage, event: Valued, timestamp: number): UsageAtEvent {
    const change = this.changeBy(present, event);
    const inPeriod = Math.floor(timestamp / 1000) >= this.from;
    return { before: usage, after: withNextEvent(this.rulesOf(bucket), usage, { event, inPeriod, change }), change };
  }

  private changeBy(present: Set<string | null>, { value, operationType }: Valued): 1 | 0 | -1 {
    if (this.charge.metric.aggregationType !== 'unique_count_agg') return 0;
    const adds = operationType !== 'remove';
    if (adds === present.has(value)) return 0;
    return adds ? 1 : -1;
  }

  private rulesOf(bucket: AdvanceBucket): RunningRules {
    return runningRules(this.charge, bucket);
  }

  private stateOf(bucket: AdvanceBucket): BucketUsage {
    const key = bucketKey(bucket);
    const known = this.states.get(key);
    if (known) return known;
    const fresh = { usage: noUsage(this.rulesOf(bucket)), present: new Set<string | null>() };
    this.states.set(key, fresh);
    return fresh;
  }
}
