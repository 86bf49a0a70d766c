import type { ChargeView } from '@tollgate/catalog/reader';
import type { EventPlace, StoredEvent } from '@tollgate/ingestion/reader';
import {
  fieldText,
  noUsage,
  withNextEvent,
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

/** The order in which events came, whatever the times that they bear. */
export type Reception = Pick<EventPlace, 'receivedAt' | 'id'>;

export function isReceivedBefore(one: Reception, other: Reception): boolean {
  return one.receivedAt === other.receivedAt ? one.id < other.id : one.receivedAt < other.receivedAt;
}

/**
 * Events in the order in which they were received, cut where one came that lies before an earlier one: in each run all lie
 * one behind the other, and nothing that came between them lies before them. What was received up to the end of a run
 * then says for each of its events what was stored before it, so that a run is one walk.
 * @param among all that came with the events, whether it is asked for or not
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
 * Goes once through the stored events of a charge in the order of their places, and tells what those before each event of
 * a run come to: the work for many events is that of one. Stored events that were received behind the run do not count
 * for it, however late it is charged.
 */
export class UsageWalk {
  /** By `bucketKey`; those that were touched on the way, or given at its start. */
  readonly states = new Map<string, BucketUsage>();
  readonly usages = new Map<ChargedEvent, UsageAtEvent>();
  private readonly waiting: ChargedEvent[];
  private readonly lastReceived: ChargedEvent | undefined;
  private readonly findBucket: (texts: ChargedEvent['texts']) => InAdvanceBucket;

  /**
   * @param from start of the period, Unix milliseconds
   * @param run events as of `runsOf`; of none, all stored events count
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

  /** Whether all events that are asked for were told of. */
  get isDone(): boolean {
    return this.lastReceived !== undefined && this.waiting.length === 0;
  }

  /** Where a bucket is looked up: the events that are asked for, and those of a page. */
  keysOf(events: readonly Pick<ChargedEvent, 'texts'>[]): string[] {
    return [...new Set(events.map(({ texts }) => bucketKey(this.findBucket(texts))))];
  }

  /** Whether the first of the events that are asked for lies at or before a place. */
  reaches(place: EventPlace): boolean {
    const [first] = this.waiting;
    return first === undefined || this.usages.size > 0 || !isBefore(place, first);
  }

  /** Looks for the events that lie at or before a place; those before it must have been taken. */
  goUpTo(place: EventPlace | null): void {
    for (let next = this.waiting[0]; next && (place === null || !isBefore(place, next)); next = this.waiting[0]) {
      this.usages.set(next, this.usageAt(next));
      this.waiting.shift();
    }
  }

  /** Takes one stored event; events come in the order of their places. */
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

  private changeBy(present: Set<string | null>, { value, operationType }: Valued): 1 | 0 | -1 {
    if (this.charge.metric.aggregationType !== 'unique_count_agg') return 0;
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
