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

/** The number of events per page. */
const pageSize = 5_000;
/**
 * A checkpoint moves after this many events, and stops this many before the last one, so that slightly late events come
 * after it.
 */
const moveAfter = 1_000;
const leaveBehind = 500;

/** Reads tables in short transactions, so that none is open during a query of the usage store. */
export type Reading = <T>(work: (transaction: TenantTransaction) => Promise<T>) => Promise<T>;

/** Moves a checkpoint, in the transaction that writes the fees. */
export type CheckpointMove = (transaction: TenantTransaction) => Promise<void>;

/** The subscription, charge and period of the usage. */
export interface UsageOfPeriod extends CheckpointKey {
  externalSubscriptionId: string;
  /** The instant before `from` from which events without a fraction of a second count; null without one. */
  firstSecond: number | null;
}

/**
 * Computes the usage before each of a charge's events within one period. It counts stored events of the same or an
 * earlier time that were received before (charges, section 3.1), so a late charge costs the same. It continues from a
 * checkpoint, so its work does not grow with the number of events. A checkpoint is valid while the charge and the
 * digest of the earlier events are unchanged. Otherwise, for example after a late or voided event, it reads all events
 * once.
 * @param among all events of the batch, including those of other charges
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
  /** One for each run of the events; the last walk takes all stored events. */
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
      // The checkpoint stops before the first requested event, since a late event often has other late ones after it.
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

/** Returns a checkpoint before all of the events, if its digest matches the stored events up to it. */
async function usableCheckpoint(
  reader: InAdvanceUsageReader,
  storedCheckpoint: Checkpoint | null,
  events: ChargedEvent[],
  stored: StoredEvents,
): Promise<Checkpoint | null> {
  if (!storedCheckpoint || !events.every((event) => isBefore(storedCheckpoint.place, event))) return null;
  // The events of the checkpoint must have been received before each of the events, too.
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
