import type { ChargeView } from '@tollgate/catalog/reader';
import {
  nothingRead,
  type InAdvanceUsageReader,
  type EventPlace,
  type StoredEvent,
  type StoredEvents,
} from '@tollgate/ingestion/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { fieldText } from '@tollgate/rating';
import { earlierEventsNeeded, type ChargedEvent, type UsageAtEvent } from './event-rating.js';
import {
  bucketUsages,
  findCheckpoint,
  storedStates,
  moveCheckpoint,
  type Checkpoint,
  type CheckpointKey,
} from './usage-checkpoints.repository.js';
import { isBefore, isReceivedBefore, runsOf, UsageWalk, type BucketUsage } from './usage-walk.js';

/** Events that are read at once. */
const pageSize = 5_000;
/** So many events behind a checkpoint have it moved, to so many before the last one: what comes a little late comes after it. */
const moveAfter = 1_000;
const leaveBehind = 500;

/** Reads tables, each time in a transaction of its own: none is open while the usage store answers. */
export type Reading = <T>(work: (transaction: TenantTransaction) => Promise<T>) => Promise<T>;

/** Moves a checkpoint, in the transaction that writes what was charged. */
export type CheckpointMove = (transaction: TenantTransaction) => Promise<void>;

/** Whose usage it is. */
export interface UsageOfPeriod extends CheckpointKey {
  externalSubscriptionId: string;
  /** From where on events without a fraction of a second count, where that is before `from`. */
  firstSecond: number | null;
}

/**
 * What the stored events before each of some events of a charge, within one period, come to: those of its time or earlier
 * that were received before it (charges, section 3.1), so that it costs the same however late it is charged. It goes on from a checkpoint,
 * so that it costs the same however many events there are; the checkpoint holds as long as the events up to it are the
 * same, by their digest, and so is the charge. Otherwise, as when one of them came late or was voided, all of them are
 * gone through once.
 * @param among all events that are dealt with together, some of which this charge may not ask for
 */
export async function usageAtEvents(
  read: Reading,
  reader: InAdvanceUsageReader,
  usage: UsageOfPeriod,
  charge: ChargeView,
  events: ChargedEvent[],
  among: ChargedEvent[],
): Promise<{ usages: Map<ChargedEvent, UsageAtEvent>; move: CheckpointMove | null }> {
  const needed = earlierEventsNeeded(charge);
  if (needed === 'none' || events.length === 0) return { usages: new Map(), move: null };
  const { metric } = charge;
  const { organizationId, externalSubscriptionId, firstSecond } = usage;
  const from = firstSecond ?? usage.from;
  const runs = runsOf(
    events,
    among.filter(({ externalSubscriptionId: id, code }) => id === externalSubscriptionId && code === metric.code),
  );
  const walks = runs.map((run) => new UsageWalk(charge, from, run));
  const to = Math.max(...events.map(({ timestamp }) => timestamp));
  const stored = {
    organizationId,
    externalSubscriptionId,
    from,
    ...(firstSecond === null ? {} : { fractionsFrom: usage.from }),
    metric,
    to,
    receivedUpTo: runs.at(-1)?.at(-1),
  };
  let move: CheckpointMove | null = null;
  if (needed === 'same_value') {
    const values = [...new Set(events.map(({ texts }) => fieldText(metric, texts) ?? ''))];
    for await (const page of pages(reader, { ...stored, values }, null)) for (const event of page) step(walks, event);
  } else {
    move = await walkFromCheckpoint(read, reader, usage, { walks, charge, events, stored });
  }
  for (const walk of walks) walk.goUpTo(null);
  return { usages: new Map(walks.flatMap((walk) => [...walk.usages])), move };
}

interface Walked {
  /** Of the runs of the events; the last takes all stored events that are read. */
  walks: UsageWalk[];
  charge: ChargeView;
  events: ChargedEvent[];
  stored: StoredEvents;
}

async function walkFromCheckpoint(
  reading: Reading,
  reader: InAdvanceUsageReader,
  key: CheckpointKey,
  { walks, charge, events, stored }: Walked,
): Promise<CheckpointMove | null> {
  const whole = walks.at(-1) as UsageWalk;
  const terms = termsOf(charge);
  const storedCheckpoint = await reading((transaction) => findCheckpoint(transaction, key, terms));
  const start = await usableCheckpoint(reader, storedCheckpoint, events, stored);
  const load = async (keys: string[]) => {
    const missing = keys.filter((bucket) => !whole.states.has(bucket));
    if (!start || missing.length === 0) return;
    const loaded = await reading((transaction) => bucketUsages(transaction, key, missing));
    for (const [bucket, state] of loaded) for (const walk of walks) walk.states.set(bucket, copyOf(state));
  };
  const ahead = await reader.count(stored, start?.place ?? null);
  const moves = ahead > moveAfter;
  let digest = start?.digest ?? nothingRead;
  let last: EventPlace | null = null;
  let next: { checkpoint: Checkpoint; states: ReturnType<typeof storedStates> } | null = null;
  let read = 0;
  await load(whole.keysOf(events));
  for await (const page of pages(reader, stored, start?.place ?? null)) {
    await load(whole.keysOf(page));
    for (const event of page) {
      // It stops before the first event that is asked for: one that came late has others like it behind.
      const reached = read === ahead - leaveBehind || walks.some((walk) => walk.reaches(event.place));
      if (moves && !next && reached && last)
        next = { checkpoint: { place: last, digest }, states: storedStates(whole.states) };
      step(walks, event);
      digest = event.addedTo(digest);
      last = event.place;
      read++;
    }
  }
  if (!next) return null;
  const { checkpoint, states } = next;
  return (transaction) => moveCheckpoint(transaction, key, terms, checkpoint, states, start === null);
}

/** A checkpoint before all of the events, if the stored events up to it are still those that it sums up. */
async function usableCheckpoint(
  reader: InAdvanceUsageReader,
  storedCheckpoint: Checkpoint | null,
  events: ChargedEvent[],
  stored: StoredEvents,
): Promise<Checkpoint | null> {
  if (!storedCheckpoint || !events.every((event) => isBefore(storedCheckpoint.place, event))) return null;
  // What it sums up must have been there before each of the events, too.
  const receivedUpTo = events.reduce((first, event) => (isReceivedBefore(event, first) ? event : first));
  const { events: count, hash } = await reader.digest({ ...stored, receivedUpTo }, storedCheckpoint.place);
  return count === storedCheckpoint.digest.events && hash === storedCheckpoint.digest.hash ? storedCheckpoint : null;
}

const copyOf = ({ usage, present }: BucketUsage): BucketUsage => ({ usage, present: new Set(present) });

function step(walks: UsageWalk[], event: StoredEvent): void {
  for (const [index, walk] of walks.entries()) {
    if (walk.isDone && index < walks.length - 1) continue;
    walk.goUpTo(event.place);
    walk.take(event);
  }
}

async function* pages(reader: InAdvanceUsageReader, stored: StoredEvents, after: EventPlace | null) {
  for (let place = after; ;) {
    const page = await reader.page(stored, place, pageSize);
    if (page.length > 0) yield page;
    place = page.at(-1)?.place ?? null;
    if (page.length < pageSize) return;
  }
}

/** All of a charge by which its events are told apart and add up. */
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
