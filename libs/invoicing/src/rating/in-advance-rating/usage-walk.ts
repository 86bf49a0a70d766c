import type { ChargeView } from '@tollgate/catalog/reader';
import type { EventPlace, StoredEvent } from '@tollgate/ingestion/reader';
import {
  aggregationOf,
  fieldText,
  noUsage,
  withNextEvent,
  type PresenceStep,
  type RunningRules,
  type RunningUsage,
  type UsageEvent,
} from '@tollgate/rating';
import {
  bucketFinder,
  bucketKey,
  runningRules,
  type InAdvanceBucket,
  type ChargedEvent,
  type UsageAtEvent,
} from './event-rating.js';

/** The state of a bucket: its usage, and for unique values the present ones. */
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

/** The order in which events were received, whatever their own times. */
export type Reception = Pick<EventPlace, 'receivedAt' | 'id'>;

export function isReceivedBefore(one: Reception, other: Reception): boolean {
  return one.receivedAt === other.receivedAt ? one.id < other.id : one.receivedAt < other.receivedAt;
}

/**
 * Splits events in the order of their reception into runs. A new run begins at an event whose place is before that of
 * an earlier one. Of the events received by the end of a run, those with an earlier place than an event were also
 * received before it. So a run needs one walk.
 * @param among all events of the batch, requested or not
 */
export function runsOf(events: readonly ChargedEvent[], among: readonly ChargedEvent[] = events): ChargedEvent[][] {
  const requested = new Set(events);
  const runs: ChargedEvent[][] = [[]];
  for (const event of [...among].sort((a, b) => (isReceivedBefore(a, b) ? -1 : isReceivedBefore(b, a) ? 1 : 0))) {
    const last = runs.at(-1)?.at(-1);
    if (last && isBefore(event, last)) runs.push([]);
    if (requested.has(event)) runs.at(-1)?.push(event);
  }
  return runs.filter((run) => run.length > 0);
}

/**
 * Walks once through a charge's stored events in the order of their places, and returns the usage before each event of
 * a run. Stored events that were received after the run do not count for it, however late the run is charged.
 */
export class UsageWalk {
  /** By `bucketKey`: the buckets of the walk, and those of its start. */
  readonly states = new Map<string, BucketUsage>();
  readonly usages = new Map<ChargedEvent, UsageAtEvent>();
  private readonly waiting: ChargedEvent[];
  private readonly lastReceived: ChargedEvent | undefined;
  private readonly findBucket: (texts: ChargedEvent['texts']) => InAdvanceBucket;

  /**
   * @param from start of the period, Unix milliseconds
   * @param run events from `runsOf`; without any, all stored events count
   */
  constructor(
    private readonly charge: ChargeView,
    private readonly from: number,
    run: readonly ChargedEvent[],
  ) {
    this.waiting = [...run];
    this.lastReceived = run.at(-1);
    this.findBucket = bucketFinder(charge);
  }

  /** Whether the walk has reached all requested events. */
  get isDone(): boolean {
    return this.lastReceived !== undefined && this.waiting.length === 0;
  }

  /** The keys of the events' buckets. */
  keysOf(events: readonly Pick<ChargedEvent, 'texts'>[]): string[] {
    return [...new Set(events.map(({ texts }) => bucketKey(this.findBucket(texts))))];
  }

  /** Whether the first requested event is at or before a place. */
  reaches(place: EventPlace): boolean {
    const [first] = this.waiting;
    return first === undefined || this.usages.size > 0 || !isBefore(place, first);
  }

  /**
   * Computes the usage at the events at or before a place. The caller must have passed all stored events before them.
   */
  goUpTo(place: EventPlace | null): void {
    for (let next = this.waiting[0]; next && (place === null || !isBefore(place, next)); next = this.waiting[0]) {
      this.usages.set(next, this.usageAt(next));
      this.waiting.shift();
    }
  }

  /** Adds one stored event; events must come in the order of their places. */
  take(event: StoredEvent): void {
    if (this.lastReceived && isReceivedBefore(this.lastReceived, event.place)) return;
    const bucket = this.findBucket(event.texts);
    const state = this.stateOf(bucket);
    const { after, change } = this.next(bucket, state, event, event.place.timestamp);
    if (change > 0) state.present.add(event.value);
    if (change < 0) state.present.delete(event.value);
    state.usage = after;
  }

  private usageAt(event: ChargedEvent): UsageAtEvent {
    const bucket = this.findBucket(event.texts);
    const valued = {
      value: fieldText(this.charge.metric, event.texts),
      operationType: event.texts['operation_type'] === 'remove' ? 'remove' : 'add',
      preciseTotalAmountCents: event.priceCents,
    };
    return this.next(bucket, this.stateOf(bucket), valued, event.timestamp);
  }

  private next(
    bucket: InAdvanceBucket,
    { usage, present }: BucketUsage,
    event: Valued,
    timestamp: number,
  ): UsageAtEvent {
    const change = this.changeBy(present, event);
    const inPeriod = Math.floor(timestamp / 1000) >= this.from;
    return { before: usage, after: withNextEvent(this.rulesOf(bucket), usage, { event, inPeriod, change }), change };
  }

  private changeBy(present: Set<string | null>, { value, operationType }: Valued): PresenceStep {
    if (!aggregationOf(this.charge.metric.aggregationType).countsDistinct) return 0;
    const adds = operationType !== 'remove';
    if (adds === present.has(value)) return 0;
    return adds ? 1 : -1;
  }

  private rulesOf(bucket: InAdvanceBucket): RunningRules {
    return runningRules(this.charge, bucket);
  }

  private stateOf(bucket: InAdvanceBucket): BucketUsage {
    const key = bucketKey(bucket);
    const existing = this.states.get(key);
    if (existing) return existing;
    const fresh = { usage: noUsage(this.rulesOf(bucket)), present: new Set<string | null>() };
    this.states.set(key, fresh);
    return fresh;
  }
}
