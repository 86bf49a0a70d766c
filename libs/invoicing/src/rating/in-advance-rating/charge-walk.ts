import type { ChargeView } from '@tollgate/catalog/reader';
import {
  nothingRead,
  type CountedEvents,
  type EventPlace,
  type StoredEvent,
  type StoredEvents,
} from '@tollgate/ingestion/reader';
import { fieldText } from '@tollgate/rating';
import { earlierEventsNeeded, type ChargedEvent, type UsageAtEvent } from './event-rating.js';
import { storedStates, type Checkpoint, type CheckpointKey } from './usage-checkpoints.repository.js';
import { isBefore, isReceivedBefore, runsOf, UsageWalk, type BucketUsage } from './usage-walk.js';

/**
 * A checkpoint moves after this many events, and stops this many before the last one, so that slightly late events come
 * after it.
 */
const moveAfter = 1_000;
const leaveBehind = 500;

/** The subscription, charge and period of the usage. */
export interface UsageOfPeriod extends CheckpointKey {
  externalSubscriptionId: string;
  /** The instant before `from` from which events without a fraction of a second count; null without one. */
  firstSecond: number | null;
}

/** A charge's events within one period, in the order of their storage. */
export interface EventsOfCharge {
  usage: UsageOfPeriod;
  charge: ChargeView;
  /** At least one. */
  events: ChargedEvent[];
}

/** A later checkpoint of a charge. */
export interface NextCheckpoint {
  checkpoint: Checkpoint;
  states: ReturnType<typeof storedStates>;
  /** Whether the states sum up all events from the first. */
  replacesAll: boolean;
}

/**
 * Walks through the stored events of a charge's period, from a checkpoint if one is valid, and finds the usage at each
 * requested event. Several runs walk at once; the last one takes all stored events.
 */
export class ChargeWalk {
  /** The stored events that the prices depend on. */
  readonly stored: StoredEvents;
  /** The terms of its checkpoint. */
  readonly terms: string;
  /** Whether the charge has a checkpoint: prices that depend on one value read too few events for one. */
  readonly hasCheckpoint: boolean;
  /** The last event that the walk took, or its checkpoint; null before the first event. */
  place: EventPlace | null = null;
  /** The number of stored events to take. */
  ahead = 0;
  private readonly walks: UsageWalk[];
  private start: Checkpoint | null = null;
  private digest = nothingRead;
  private taken = 0;
  private next: NextCheckpoint | null = null;

  /** @param among all events of the batch, including those of other charges */
  constructor(
    readonly of: EventsOfCharge,
    among: ChargedEvent[],
  ) {
    const { usage, charge, events } = of;
    const { metric } = charge;
    const from = usage.firstSecond ?? usage.from;
    const { externalSubscriptionId } = usage;
    const runs = runsOf(
      events,
      among.filter(({ externalSubscriptionId: id, code }) => id === externalSubscriptionId && code === metric.code),
    );
    const last = runs.at(-1)?.at(-1);
    this.walks = runs.map((run) => new UsageWalk(charge, from, run));
    this.hasCheckpoint = earlierEventsNeeded(charge) === 'all';
    this.terms = termsOf(charge);
    this.stored = {
      externalSubscriptionId,
      from,
      ...(usage.firstSecond === null ? {} : { fractionsFrom: usage.from }),
      metric,
      to: Math.max(...events.map(({ timestamp }) => timestamp)),
      receivedUpTo: last && { receivedAt: last.receivedAt, id: last.id },
      ...(this.hasCheckpoint
        ? {}
        : { values: [...new Set(events.map(({ texts }) => fieldText(metric, texts) ?? ''))] }),
    };
  }

  /** The first received of the requested events: those of a checkpoint must have been received before it. */
  get firstReceived(): ChargedEvent {
    return this.of.events.reduce((first, event) => (isReceivedBefore(event, first) ? event : first));
  }

  /** Whether a checkpoint stands before all requested events. */
  isAfter({ place }: Checkpoint): boolean {
    return this.of.events.every((event) => isBefore(place, event));
  }

  /** Begins at a checkpoint if its digest matches the stored events up to it, else at the first event. */
  begin(checkpoint: Checkpoint | null, { upTo, after, all }: CountedEvents): void {
    const isValid = checkpoint?.digest.events === upTo.events && checkpoint.digest.hash === upTo.hash;
    this.start = isValid ? checkpoint : null;
    this.place = this.start?.place ?? null;
    this.digest = this.start?.digest ?? nothingRead;
    this.ahead = this.start ? after : all;
  }

  /** The buckets of events whose usage at the checkpoint is still unknown, by their keys. */
  bucketsToLoad(events: readonly Pick<ChargedEvent, 'texts'>[]): string[] {
    if (!this.start) return [];
    return this.whole.keysOf(events).filter((bucket) => !this.whole.states.has(bucket));
  }

  /** Adds the usage of buckets at the checkpoint. */
  load(states: Map<string, BucketUsage>): void {
    for (const [bucket, { usage, present }] of states)
      for (const walk of this.walks) walk.states.set(bucket, { usage, present: new Set(present) });
  }

  /** Takes the next stored events, in the order of their places. */
  take(events: readonly StoredEvent[]): void {
    for (const event of events) {
      this.setCheckpoint(event.place);
      for (const [index, walk] of this.walks.entries()) {
        if (walk.isDone && index < this.walks.length - 1) continue;
        walk.goUpTo(event.place);
        walk.take(event);
      }
      this.digest = event.addedTo(this.digest);
      this.place = event.place;
      this.taken++;
    }
  }

  /** The usage at each requested event, and the next checkpoint; the caller must have passed all stored events. */
  finish(): { usages: Map<ChargedEvent, UsageAtEvent>; next: NextCheckpoint | null } {
    for (const walk of this.walks) walk.goUpTo(null);
    return { usages: new Map(this.walks.flatMap((walk) => [...walk.usages])), next: this.next };
  }

  private get whole(): UsageWalk {
    return this.walks.at(-1) as UsageWalk;
  }

  /** Sets the next checkpoint before the first requested event, since a late event often has other late ones after it. */
  private setCheckpoint(place: EventPlace): void {
    if (this.next || !this.place || this.taken === 0 || !this.hasCheckpoint || this.ahead <= moveAfter) return;
    if (this.taken !== this.ahead - leaveBehind && !this.walks.some((walk) => walk.reaches(place))) return;
    this.next = {
      checkpoint: { place: this.place, digest: this.digest },
      states: storedStates(this.whole.states),
      replacesAll: this.start === null,
    };
  }
}

/** The fields of a charge that determine the buckets of its events and their sums. */
const termsOf = ({ chargeModel, properties, filters, metric }: ChargeView): string =>
  JSON.stringify([
    chargeModel,
    properties,
    filters.map(({ id, values, properties: own }) => [id, values, own]),
    metric.aggregationType,
    metric.fieldName,
    metric.recurring,
    metric.filters,
  ]);
