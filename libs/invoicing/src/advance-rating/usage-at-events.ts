import type { ChargeView } from '@tollgate/catalog/reader';
import { nothingRead, type AdvanceUsageReader, type EventPlace, type StoredEvents } from '@tollgate/ingestion/reader';
import type { Transaction } from '@tollgate/platform';
import { earlierEventsNeeded, type ChargedEvent, type UsageAtEvent } from './event-rating.js';
import { bucketUsages, findCheckpoint, keptStates, moveCheckpoint, type Checkpoint, type CheckpointKey } from './usage-checkpoints.repository.js';
import { isBefore, UsageWalk } from './usage-walk.js';

/** Events that are read at once. */
const pageSize = 5_000;
/** So many events behind a checkpoint have it moved, to so many before the last one: what comes a little late comes after it. */
const moveAfter = 1_000;
const leaveBehind = 500;

/** Whose usage it is. */
export interface UsageOfPeriod extends CheckpointKey {
  externalSubscriptionId: string;
}

/**
 * What the stored events before each of some events of a charge, within one period, come to. It goes on from a checkpoint,
 * so that it costs the same however many events there are; the checkpoint holds as long as the events up to it are the
 * same, by their digest, and so is the charge. Otherwise, as when one of them came late or was voided, all of them are
 * gone through once.
 */
export async function usageAtEvents(
  transaction: Transaction,
  reader: AdvanceUsageReader,
  usage: UsageOfPeriod,
  charge: ChargeView,
  events: ChargedEvent[],
): Promise<Map<ChargedEvent, UsageAtEvent>> {
  const needed = earlierEventsNeeded(charge);
  if (needed === 'none' || events.length === 0) return new Map();
  const { metric } = charge;
  const { organizationId, externalSubscriptionId, from } = usage;
  const stored = { organizationId, externalSubscriptionId, from, metric, to: Math.max(...events.map(({ timestamp }) => timestamp)) };
  const walk = new UsageWalk(charge, from, events);
  if (needed === 'same_value') {
    const values = [...new Set(events.map(({ texts }) => texts[metric.fieldName ?? ''] ?? ''))];
    for await (const page of pages(reader, { ...stored, values }, null)) for (const event of page) step(walk, event);
  } else {
    await walkFromCheckpoint(transaction, reader, usage, { walk, charge, events, stored });
  }
  walk.tellUpTo(null);
  return walk.found;
}

interface Walked {
  walk: UsageWalk;
  charge: ChargeView;
  events: ChargedEvent[];
  stored: StoredEvents;
}

async function walkFromCheckpoint(transaction: Transaction, reader: AdvanceUsageReader, key: CheckpointKey, { walk, charge, events, stored }: Walked): Promise<void> {
  const terms = termsOf(charge);
  const start = await usableCheckpoint(reader, await findCheckpoint(transaction, key, terms), events, stored);
  const load = async (keys: string[]) => {
    if (!start) return;
    for (const [bucket, state] of await bucketUsages(transaction, key, keys.filter((bucket) => !walk.states.has(bucket)))) walk.states.set(bucket, state);
  };
  const ahead = await reader.count(stored, start?.place ?? null);
  const moves = ahead > moveAfter;
  let digest = start?.digest ?? nothingRead;
  let last: EventPlace | null = null;
  let next: { checkpoint: Checkpoint; states: ReturnType<typeof keptStates> } | null = null;
  let read = 0;
  await load(walk.keysOf(events));
  for await (const page of pages(reader, stored, start?.place ?? null)) {
    await load(walk.keysOf(page));
    for (const event of page) {
      // It stops before the first event that is asked for: one that came late has others like it behind.
      const reached = read === ahead - leaveBehind || walk.reaches(event.place);
      if (moves && !next && reached && last) next = { checkpoint: { place: last, digest }, states: keptStates(walk.states) };
      step(walk, event);
      digest = event.addedTo(digest);
      last = event.place;
      read++;
    }
  }
  if (next) await moveCheckpoint(transaction, key, terms, next.checkpoint, next.states, start === null);
}

/** A checkpoint before all of the events, if the stored events up to it are still those that it sums up. */
async function usableCheckpoint(reader: AdvanceUsageReader, known: Checkpoint | null, events: ChargedEvent[], stored: StoredEvents): Promise<Checkpoint | null> {
  if (!known || !events.every((event) => isBefore(known.place, event))) return null;
  const { events: count, hash } = await reader.digest(stored, known.place);
  return count === known.digest.events && hash === known.digest.hash ? known : null;
}

function step(walk: UsageWalk, event: Parameters<UsageWalk['take']>[0]): void {
  walk.tellUpTo(event.place);
  walk.take(event);
}

async function* pages(reader: AdvanceUsageReader, stored: StoredEvents, after: EventPlace | null) {
  for (let place = after; ; ) {
    const page = await reader.page(stored, place, pageSize);
    if (page.length > 0) yield page;
    place = page.at(-1)?.place ?? null;
    if (page.length < pageSize) return;
  }
}

/** All of a charge by which its events are told apart and add up. */
const termsOf = ({ chargeModel, properties, filters, metric }: ChargeView): string =>
  JSON.stringify([
    chargeModel, properties, filters.map(({ id, values, properties: own }) => [id, values, own]),
    metric.aggregationType, metric.fieldName, metric.recurring, metric.filters,
  ]);
